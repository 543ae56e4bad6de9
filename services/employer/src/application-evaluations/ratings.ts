import { type HandlersOf, oldestFirst, onlyRow, readPage, statement } from '@gatehouse/boundary';
import type { ApplicationRating } from '@gatehouse/contract';
import { lockApplicationOfOther, readAboutOther } from '../applications/application-of-other.ts';
import { RATING_VALUES, ratingOf } from '../applications/rating-row.ts';

interface RatingRow extends Omit<ApplicationRating, 'value' | 'rated_at'> {
  readonly value: number;
  readonly rated_at: Date;
}

const OLDEST = oldestFirst('r.id');

/**
 * For the member $3 of the company $2. A rater whose account is deleted has no name. The ratings of the application are found first: by
 * the order of ids, those of all applications lie between them (F8).
 */
const LIST_RATINGS = statement<RatingRow>(
  'list_application_ratings',
  `select r.id, r.value, r.rated_at, coalesce(u.name, '') as rater_name, r.rater_id = $3 as is_own, m.id is null as is_of_former_member
     from (select * from employer.application_ratings where application_id = $1 offset 0) r
     join talent.applications a on a.id = r.application_id and a.company_id = $2 and a.user_id <> $3
     left join identity.users u on u.id = r.rater_id
     left join employer.org_memberships m on m.user_id = r.rater_id and m.company_id = $2 and m.status = 'active'
    where ${OLDEST.after(4)}
    ${OLDEST.orderBy}
    limit $5`,
  { indexes: ['application_ratings_application_id_rater_id_key'] },
);

type OwnRating = Pick<RatingRow, 'id' | 'value' | 'rated_at'>;

const FIND_OWN_RATING = statement<OwnRating>(
  'find_own_application_rating',
  'select id, value, rated_at from employer.application_ratings where application_id = $1 and rater_id = $2',
  { indexes: ['application_ratings_application_id_rater_id_key'] },
);

const WRITE_RATING = statement<OwnRating>(
  'write_application_rating',
  `insert into employer.application_ratings (application_id, company_id, rater_id, value) values ($1, $2, $3, $4)
   on conflict (application_id, rater_id) do update set value = excluded.value, rated_at = now()
   returning id, value, rated_at`,
);

const DELETE_RATING = statement<{ is_deleted: boolean }>(
  'delete_application_rating',
  'select employer.delete_application_rating($1, $2) as is_deleted',
);

/** Ratings of the company's applications, for its active members alone. */
export const ratingHandlers: Omit<
  HandlersOf<'ApplicationEvaluationService'>,
  'ApplicationEvaluationService.UpdateApplicationAssignment'
> = {
  'ApplicationEvaluationService.ListApplicationRatings': (context, { application_id, ...page }) => {
    const { read, org_company } = context;
    const { id: userId } = context.facts.identities_user;
    return readPage(page, {
      order: OLDEST,
      find: (after, count) => {
        const values = [application_id, org_company.id, userId, ...after, count];
        return readAboutOther(context, application_id, read.query(LIST_RATINGS, values));
      },
      present: presentRating,
    });
  },

  'ApplicationEvaluationService.UpdateApplicationRating': (context, { application_id, value }) =>
    context.transaction(async (tx) => {
      const { id: userId, name } = tx.facts.identities_user;
      const application = await lockApplicationOfOther(tx, context, application_id);
      if (application.withdrawn_at !== null) return context.refuse('application_withdrawn');
      const own = { rater_name: name, is_own: true, is_of_former_member: false };
      const [before] = await tx.query(FIND_OWN_RATING, [application_id, userId]);
      if (before?.value === RATING_VALUES[value]) return presentRating({ ...before, ...own });
      const values = [application_id, tx.org_company.id, userId, RATING_VALUES[value]];
      const after = onlyRow(await tx.query(WRITE_RATING, values), 'the rating');
      await tx.audit({
        action: 'application.rating_changed',
        subject_kind: 'application',
        subject_id: application_id,
      });
      return presentRating({ ...after, ...own });
    }),

  'ApplicationEvaluationService.DeleteApplicationRating': (context, { application_id }) =>
    context.transaction(async (tx) => {
      const { id: userId } = tx.facts.identities_user;
      await lockApplicationOfOther(tx, context, application_id);
      const { is_deleted } = onlyRow(await tx.query(DELETE_RATING, [application_id, userId]), 'the deletion');
      if (is_deleted) {
        await tx.audit({
          action: 'application.rating_removed',
          subject_kind: 'application',
          subject_id: application_id,
        });
      }
      return null;
    }),
};

function presentRating({ value, rated_at, ...row }: RatingRow): ApplicationRating {
  return { ...row, value: ratingOf(value), rated_at: rated_at.toISOString() };
}
