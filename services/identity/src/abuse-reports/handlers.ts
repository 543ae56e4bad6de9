import { type HandlersOf, type Queryable, statement, type TransactionOptions } from '@gatehouse/boundary';
import type { CreateAbuseReportRequest } from '@gatehouse/contract';
import { IS_KNOWN } from '@gatehouse/hiring';
import type { AddressThrottle } from '../throttle/address-throttle.ts';
import { countAccountUse } from '../throttle/count-account-use.ts';
import { countAddressUse } from '../throttle/count-address-use.ts';
import type { Limiter } from '../throttle/limiters.ts';
import type { AddressHash } from './address-hash.ts';

/** Open reports of one subject: more say nothing new to staff, and a flood of them fills no table. */
const MAX_OPEN = 200;

/** The company of what is reported. No row: visitors may not know of it. */
const FIND_SUBJECT = statement<{ company_id: string }>(
  'find_reported_subject',
  `select c.id as company_id
     from employer.job_posts j join employer.companies c on c.id = j.company_id
    where $1 = 'job_post' and j.id = $2 and ${IS_KNOWN}
   union all
   select c.id from employer.companies c
    where $1 = 'company' and c.id = $2
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

/** Who reports: a user, or a visitor by the hash of the network. */
type Reporter =
  | { readonly userId: string; readonly addressHash: null }
  | { readonly userId: null; readonly addressHash: Buffer };

interface ReportContext {
  readonly read: Queryable;
  transaction(work: (tx: Queryable) => Promise<null>, options: TransactionOptions): Promise<null>;
  refuse(code: 'not_found'): never;
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
  return {
    'AbuseReportService.CreateAbuseReport': async (context, input) => {
      await countAddressUse(context, addresses);
      const addressHash = hashOf(context.client.address);
      return store(context, input, { userId: null, addressHash });
    },

    'AbuseReportService.CreateOwnAbuseReport': async (context, input) => {
      const { id: userId } = context.facts.identities_user;
      await countAddressUse(context, addresses);
      await countAccountUse(context, accounts, context.facts.identities_user.id);
      return store(context, input, { userId, addressHash: null });
    },
  };
}

/** With the company's lock: staff who hide the subject or disable the company close the report, or it finds nothing to report. */
async function store(
  context: ReportContext,
  { subject_kind, subject_id, reason, text }: CreateAbuseReportRequest,
  { userId, addressHash }: Reporter,
): Promise<null> {
  const subject = [subject_kind, subject_id];
  const [found] = await context.read.query(FIND_SUBJECT, subject);
  if (found === undefined) return context.refuse('not_found');
  const { company_id } = found;
  return context.transaction(
    async (tx) => {
      if ((await tx.query(FIND_SUBJECT, subject)).length === 0) return context.refuse('not_found');
      const values = [...subject, company_id, reason, text.trim(), userId, addressHash];
      await tx.query(CREATE_REPORT, values);
      return null;
    },
    { locks: [{ kind: 'company', id: company_id, mode: 'shared' }] },
  );
}
