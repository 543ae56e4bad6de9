import {
  createSecretToken,
  type HandlersOf,
  isVerifiedAddress,
  type Mail,
  newestFirst,
  notify,
  onlyRow,
  readPage,
  statement,
  type Transaction,
} from '@gatehouse/boundary';
import type { Invitation } from '@gatehouse/contract';
import { isOpenInvitation } from '@gatehouse/hiring';

type InvitationMail = Mail<'invitation_to_account'>['values'];

interface InvitationRow extends Omit<Invitation, 'created_at' | 'expires_at'> {
  readonly created_at: Date;
  readonly expires_at: Date;
}

const COLUMNS = 'i.id, i.email, i.role, u.name as invited_by_name, i.created_at, i.expires_at';

const NEWEST = newestFirst('i.id');

const LIST_INVITATIONS = statement<InvitationRow>(
  'list_invitations',
  `select ${COLUMNS}
     from employer.invitations i join identity.users u on u.id = i.invited_by
    where i.company_id = $1 and ${isOpenInvitation('i')}
      and ${NEWEST.after(2)}
    ${NEWEST.orderBy}
    limit $3`,
  { indexes: ['invitations_open_idx'] },
);

const FIND_MEMBER = statement<object>(
  'find_member_by_email',
  `select m.id from employer.org_memberships m join identity.users u on u.id = m.user_id
    where m.company_id = $1 and u.email = $2`,
  { indexes: ['users_email_key', 'org_memberships_user_id_key'] },
);

/** The user with a verified address; no row: none. */
const FIND_USER = statement<{ id: string }>(
  'find_invited_user',
  'select u.id from identity.users u where u.email = $1 and identity.has_verified_address(u.id, u.email)',
  { indexes: ['users_email_key'] },
);

/** An expired invitation makes room for a new one. */
const WITHDRAW_EXPIRED = statement<object>(
  'withdraw_expired_invitation',
  `update employer.invitations set withdrawn_at = now()
    where company_id = $1 and email = $2 and accepted_at is null and withdrawn_at is null and expires_at <= now()`,
);

/** No row: the address has an open invitation, perhaps made at the same time. */
const CREATE_INVITATION = statement<
  Pick<InvitationRow, 'id' | 'email' | 'role' | 'created_at' | 'expires_at'>
>(
  'create_invitation',
  `insert into employer.invitations (company_id, email, role, token_hash, invited_by, expires_at)
   values ($1, $2, $3, $4, $5, now() + interval '7 days')
   on conflict (company_id, email) where accepted_at is null and withdrawn_at is null do nothing
   returning id, email, role, created_at, expires_at`,
  { indexes: ['invitations_open_idx'] },
);

/** Makes the counts below exact for a company (F20). */
const LOCK_INVITING = statement<object>(
  'lock_inviting',
  "select pg_advisory_xact_lock(hashtextextended('employer.invitations ' || $1::text, 0))",
);

/** `free_in_seconds`: until the oldest one of the address is no longer counted; null: it has none. */
const COUNT_SENT = statement<{ of_day: number; of_address: number; free_in_seconds: number | null }>(
  'count_sent_invitations',
  `select (count(*) filter (where i.created_at > now() - interval '1 day'))::int as of_day,
          (count(*) filter (where i.email = $2))::int as of_address,
          extract(epoch from min(i.created_at) filter (where i.email = $2) + interval '30 days' - now())::float8
            as free_in_seconds
     from employer.invitations i
    where i.company_id = $1 and i.created_at > now() - interval '30 days'`,
  { indexes: ['invitations_company_id_idx'] },
);

const WITHDRAW_INVITATION = statement<{ id: string }>(
  'withdraw_invitation',
  `update employer.invitations i set withdrawn_at = now()
    where i.id = $1 and i.company_id = $2 and ${isOpenInvitation('i')}
   returning i.id`,
);

/** Invitations that a company may send in a day: each is a mail to a stranger. */
const MAX_PER_DAY = 100;
const DAY_SECONDS = 86_400;
/** Invitations of a company to one address in 30 days: an address without an account cannot stop their mails. */
const MAX_PER_ADDRESS = 5;

/** Invitations into a company: a link by mail, which works once. */
export const invitationHandlers: HandlersOf<'InvitationService'> = {
  'InvitationService.ListInvitations': ({ read, org_company }, input) =>
    readPage(input, {
      order: NEWEST,
      find: (after, count) => read.query(LIST_INVITATIONS, [org_company.id, ...after, count]),
      present: presentInvitation,
    }),

  'InvitationService.CreateInvitation': (context, input) =>
    context.transaction(async (tx) => {
      const { id: companyId, name: company } = tx.org_company;
      const inviter = tx.facts.identities_user;
      const email = input.email.toLowerCase();
      await tx.query(LOCK_INVITING, [companyId]);
      const sent = onlyRow(await tx.query(COUNT_SENT, [companyId, email]), 'the counts');
      if (sent.of_day >= MAX_PER_DAY) {
        context.refuse('rate_limited', {
          detail: `Your company has sent ${MAX_PER_DAY} invitations today. Try again tomorrow.`,
          retryAfterSeconds: DAY_SECONDS,
        });
      }
      if (sent.of_address >= MAX_PER_ADDRESS) {
        const seconds = Math.max(1, Math.ceil(sent.free_in_seconds ?? 0));
        const days = Math.ceil(seconds / DAY_SECONDS);
        context.refuse('rate_limited', {
          detail: `Your company has invited this address ${MAX_PER_ADDRESS} times in 30 days. Try again in ${days === 1 ? 'a day' : `${days} days`}.`,
          retryAfterSeconds: seconds,
        });
      }
      await tx.query(WITHDRAW_EXPIRED, [companyId, email]);
      const { token, tokenHash } = createSecretToken();
      const values = [companyId, email, input.role, tokenHash, inviter.id];
      const [row] = await tx.query(CREATE_INVITATION, values);
      if (row === undefined) return context.refuse('invitation_exists');
      // Last: the new row has waited for the acceptance of an earlier one.
      const [member] = await tx.query(FIND_MEMBER, [companyId, email]);
      if (member !== undefined) {
        context.refuse('org_membership_exists', { detail: 'This user is already a member of your company.' });
      }
      await tx.audit({
        action: 'invitation.created',
        subject_kind: 'invitation',
        subject_id: row.id,
        change: `as ${row.role}`,
      });
      const [invited] = await tx.query(FIND_USER, [email]);
      if (invited !== undefined) {
        await notify(tx, [invited.id], { kind: 'invitation_received', subjectId: row.id, value: '' });
      }
      const mail = {
        id: row.id,
        email,
        companyId,
        role: row.role,
        company,
        inviter: inviter.name,
        link: `/join#token=${token}`,
      } as const;
      await sendInvitation(tx, mail);
      return presentInvitation({ ...row, invited_by_name: inviter.name });
    }),

  'InvitationService.DeleteInvitation': (context, input) =>
    context.transaction(async (tx) => {
      const [row] = await tx.query(WITHDRAW_INVITATION, [input.id, tx.org_company.id]);
      if (row === undefined) return context.refuse('not_found');
      await tx.audit({ action: 'invitation.withdrawn', subject_kind: 'invitation', subject_id: row.id });
      return null;
    }),
};

/** G7: only the mail to a verified account names company and inviter; other users read them on the join page. */
async function sendInvitation(
  tx: Transaction,
  {
    id,
    email,
    companyId,
    ...values
  }: InvitationMail & { readonly id: string; readonly email: string; readonly companyId: string },
): Promise<void> {
  const mail = { to: email, topic: companyId, subjectIds: [id] };
  if (await isVerifiedAddress(tx, email)) await tx.mail('invitation_to_account', { ...mail, values });
  else await tx.mail('invitation_to_new_address', { ...mail, values: { link: values.link } });
}

function presentInvitation(row: InvitationRow): Invitation {
  return { ...row, created_at: row.created_at.toISOString(), expires_at: row.expires_at.toISOString() };
}
