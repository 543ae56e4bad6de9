import { type HandlersOf, type Queryable, statement } from '@gatehouse/boundary';
import type { CreateAbuseReportRequest } from '@gatehouse/contract';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import type { Limiter } from '../throttle/limiters.ts';
import type { AddressHash } from './address-hash.ts';

/** Open reports of one subject: more say nothing new to staff, and a flood of them fills no table. */
const MAX_OPEN = 200;

const IS_KNOWN = "j.state <> 'draft' and j.hidden_at is null";
const IS_PUBLIC = "c.condition = 'active' and c.review_state = 'approved'";

/** The company of what is reported. No row: visitors may not know of it. */
const FIND_SUBJECT = statement<{ company_id: string }>(
  'find_reported_subject',
  `select c.id as company_id
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where $1 = 'job_post' and j.id = $2 and ${IS_KNOWN} and ${IS_PUBLIC}
   union all
   select c.id from employer.companies c
    where $1 = 'company' and c.id = $2 and ${IS_PUBLIC}
      and exists (select from employer.job_posts j where j.company_id = c.id and ${IS_KNOWN})`,
  { indexes: ['job_posts_pkey', 'companies_pkey'] },
);

/** Stores nothing while the reporter has an open report of the subject. */
const CREATE_REPORT = statement<object>(
  'create_abuse_report',
  `insert into identity.abuse_reports (subject_kind, subject_id, company_id, reason, text, reporter_id, address_hash)
   select $1, $2, $3, $4, $5, $6, $7
    where (select count(*) from (select from identity.abuse_reports r
                                  where r.subject_id = $2 and r.closed_at is null limit ${MAX_OPEN}) r) < ${MAX_OPEN}
   on conflict do nothing`,
  { indexes: ['abuse_reports_open_idx'] },
);

interface ReportContext {
  readonly client: { readonly address: string };
  refuse(code: 'rate_limited' | 'not_found', options?: { retryAfterSeconds: number }): never;
}

/** @param accounts limits the reports of one account, from all its addresses. */
export function createAbuseReportHandlers({
  addresses,
  accounts,
  hashOf,
}: {
  addresses: AddressThrottle;
  accounts: Limiter;
  hashOf: AddressHash;
}): HandlersOf<'AbuseReportService'> {
  const countUse = async (context: ReportContext, userId: string | null) => {
    const wait =
      (await addresses.use(context.client.address)) ?? (userId === null ? null : await accounts.use(userId));
    if (wait !== null) context.refuse('rate_limited', { retryAfterSeconds: wait });
  };
  return {
    'AbuseReportService.CreateAbuseReport': async (context, input) => {
      await countUse(context, null);
      const addressHash = hashOf(context.client.address);
      return context.transaction((tx) => store(context, tx, { input, userId: null, addressHash }));
    },

    'AbuseReportService.CreateOwnAbuseReport': async (context, input) => {
      await countUse(context, context.facts.identities_user.id);
      return context.transaction((tx) =>
        store(context, tx, { input, userId: tx.facts.identities_user.id, addressHash: null }),
      );
    },
  };
}

async function store(
  context: ReportContext,
  tx: Queryable,
  {
    input: { subject_kind, subject_id, reason, text },
    userId,
    addressHash,
  }: {
    readonly input: CreateAbuseReportRequest;
    readonly userId: string | null;
    readonly addressHash: Buffer | null;
  },
): Promise<null> {
  const [subject] = await tx.query(FIND_SUBJECT, [subject_kind, subject_id]);
  if (subject === undefined) return context.refuse('not_found');
  const { company_id } = subject;
  await tx.query(CREATE_REPORT, [
    subject_kind,
    subject_id,
    company_id,
    reason,
    text.trim(),
    userId,
    addressHash,
  ]);
  return null;
}
