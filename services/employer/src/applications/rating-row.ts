import type { Application, Rating } from '@gatehouse/contract';

/** What the database has for each rating. */
export const RATING_VALUES = { strong_no: 1, no: 2, yes: 3, strong_yes: 4 } as const satisfies Record<
  Rating,
  number
>;

/** The rating that a value of the database is. @throws {Error} for a value that the database does not accept. */
export function ratingOf(value: number): Rating {
  const found = Object.entries(RATING_VALUES).find(([, one]) => one === value);
  if (found === undefined) throw new Error(`no rating has the value ${value}`);
  return found[0] as Rating;
}

/** The ratings of an application, as its row has them. */
export interface RatingColumns {
  /** Null: not rated, or the reader is the applicant. */
  readonly rating_average: number | null;
  readonly rating_count: number | null;
  /** The reader's own. */
  readonly own_rating: number | null;
}

export const RATING_COLUMNS = 't.rating_average, t.rating_count, t.own_rating';

/** The ratings `t` of the application `a`, for a member who is not its applicant. */
export const joinRatings = (
  reader: `$${number}`,
) => `left join lateral (select avg(r.value)::float8 as rating_average, count(*)::int as rating_count,
                              max(r.value) filter (where r.rater_id = ${reader})::int as own_rating
                         from employer.application_ratings r where r.application_id = a.id) t on a.user_id <> ${reader}`;

/** As an application presents them. */
export function ratingSummaryOf({
  rating_average,
  rating_count,
  own_rating,
}: RatingColumns): Pick<Application, 'rating'> {
  if (rating_average === null || rating_count === null) return {};
  return {
    rating: {
      average: rating_average,
      count: rating_count,
      ...(own_rating === null ? {} : { own: ratingOf(own_rating) }),
    },
  };
}
