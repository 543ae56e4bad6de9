import { etagOf, type Handler, keyset, newestFirst, onlyRow, readPage, statement } from '@gatehouse/boundary';
import type { AdminCompany } from '@gatehouse/contract';
import { withdrawInvitations } from '@gatehouse/hiring';
import { closeReportsOfCompany } from '../moderation/reports.ts';
import { notifyOwners } from './company-mail.ts';
import {
  type AdminOrgMembershipRow,
  ORG_MEMBERSHIP_COLUMNS,
  presentOrgMembership,
} from './org-membership-row.ts';

interface CompanyRow extends Omit<AdminCompany, 'created_at' | 'disabled_at' | 'logo'> {
  readonly created_at: Date;
  readonly disabled_at: Date | null;
  readonly logo: string;
}

const COMPANY_COLUMNS = `c.id, c.name, c.condition, c.created_at, ${etagOf('c.condition_version')},
         c.disabled_reason as owner_reason, c.disabled_at, c.logo_hash as logo, c.review_state,
         (select count(*)::int from employer.org_memberships m
           where m.company_id = c.id and m.status = 'active') as member_count,
         (select count(*)::int from employer.job_posts j
           where j.company_id = c.id and j.state = 'published') as published_job_post_count`;

const COMPANIES = `select ${COMPANY_COLUMNS} from employer.companies c`;

/** $1 part of a name, $2 condition or null. */
const IS_LISTED = `($1 = '' or strpos(lower(c.name), lower($1)) > 0) and ($2::text is null or c.condition = $2)`;

interface NamedRow extends CompanyRow {
  /** The name as the order compares it: JavaScript's lower case is another one, of `İ` or of a final sigma. */
  readonly name_key: string;
}

const BY_NAME = keyset('asc', [
  { sql: 'lower(c.name)', type: 'text', field: 'name_key' },
  { sql: 'c.id', type: 'uuid', field: 'id' },
]);

const LIST_BY_NAME = statement<NamedRow>(
  'list_admin_companies_by_name',
  `select ${COMPANY_COLUMNS}, lower(c.name) as name_key from employer.companies c
    where ${IS_LISTED} and ${BY_NAME.after(3)}
    ${BY_NAME.orderBy}
    limit $5`,
  { indexes: ['companies_name_idx'] },
);

const NEWEST = newestFirst('c.id');

const LIST_NEWEST = statement<CompanyRow>(
  'list_newest_admin_companies',
  `${COMPANIES}
    where ${IS_LISTED} and ${NEWEST.after(3)}
    ${NEWEST.orderBy}
    limit $4`,
  { indexes: ['companies_pkey'] },
);

const FIND_COMPANY = statement<CompanyRow>('find_admin_company', `${COMPANIES} where c.id = $1`);

/** With what it says about itself, also before visitors may read it. */
const FIND_DETAIL = statement<CompanyRow & { readonly about: string; readonly website: string }>(
  'find_admin_company_detail',
  `select ${COMPANY_COLUMNS}, c.about, c.website from employer.companies c where c.id = $1`,
);

const LIST_MEMBERS = statement<AdminOrgMembershipRow>(
  'list_admin_company_members',
  `select ${ORG_MEMBERSHIP_COLUMNS}, u.name as user_name, u.email as user_email
     from employer.org_memberships m
     join employer.companies c on c.id = m.company_id
     join identity.users u on u.id = m.user_id
    where m.company_id = $1
    order by m.id
    limit 500`,
  { indexes: ['org_memberships_company_id_idx'] },
);

const WRITE_CONDITION = statement<object>(
  'write_company_condition',
  `update employer.companies
      set condition = $2, disabled_reason = $3, disabled_at = case when $2 = 'disabled' then now() end,
          closing_since = null, updated_at = now()
    where id = $1`,
);

/** Companies by part of a name and by condition, sorted by name or newest first. */
export const listAdminCompanies: Handler<'AdministrationService.ListAdminCompanies'> = ({ read }, input) => {
  const values = [input.query.trim(), input.condition ?? null];
  return input.order === 'newest'
    ? readPage(input, {
        order: NEWEST,
        find: (after, count) => read.query(LIST_NEWEST, [...values, ...after, count]),
        present: presentCompany,
      })
    : readPage(input, {
        order: BY_NAME,
        find: (after, count) => read.query(LIST_BY_NAME, [...values, ...after, count]),
        present: ({ name_key: _, ...row }) => presentCompany(row),
      });
};

/** One company with its members and what it says about itself. */
export const getAdminCompany: Handler<'AdministrationService.GetAdminCompany'> = async (context, input) => {
  const [row] = await context.read.query(FIND_DETAIL, [input.id]);
  if (row === undefined) return context.refuse('not_found');
  const { about, website, ...company } = row;
  const members = await context.read.query(LIST_MEMBERS, [input.id]);
  return { company: presentCompany(company), members: members.map(presentOrgMembership), about, website };
};

/**
 * Enables or disables a company, and mails its owners; the same condition again writes nothing. In force once answered.
 * Disabling a company withdraws its open invitations (G2).
 */
export const updateCompanyCondition: Handler<'AdministrationService.UpdateCompanyCondition'> = (
  context,
  input,
) =>
  context.transaction(
    async (tx) => {
      const [before] = await tx.query(FIND_COMPANY, [input.id]);
      if (before === undefined) return context.refuse('not_found');
      await tx.requireVersion(presentCompany(before), {
        subjectId: before.id,
        actions: ['company.condition_changed'],
      });
      const { id, condition } = input;
      if (before.condition === condition) return presentCompany(before);
      const ownerReason = input.owner_reason.trim();
      await tx.query(WRITE_CONDITION, [id, condition, condition === 'disabled' ? ownerReason : '']);
      await tx.audit({
        action: 'company.condition_changed',
        subject_kind: 'company',
        subject_id: id,
        reason: input.reason.trim(),
        change: `${before.condition} → ${condition}`,
      });
      if (condition === 'disabled') {
        await withdrawInvitations(tx, { companyId: id, inviterId: null });
        await closeReportsOfCompany(tx, id);
      }
      const row = onlyRow(await tx.query(FIND_COMPANY, [id]), 'the locked company');
      await notifyOwners(tx, { id, name: row.name, condition, reason: ownerReason });
      return presentCompany(row);
    },
    { locks: [{ kind: 'company', id: input.id, mode: 'exclusive' }] },
  );

function presentCompany({ disabled_at, logo, ...row }: CompanyRow): AdminCompany {
  return {
    ...row,
    ...(logo === '' ? {} : { logo }),
    created_at: row.created_at.toISOString(),
    ...(disabled_at === null ? {} : { disabled_at: disabled_at.toISOString() }),
  };
}
