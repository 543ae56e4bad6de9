import {
  type AuditEntry,
  etagOf,
  type HandlersOf,
  newestFirst,
  onlyRow,
  readPage,
  statement,
  type Transaction,
  type VersionCheck,
} from '@gatehouse/boundary';
import type { MessageTemplate } from '@gatehouse/contract';
import { requireKnownPlaceholders } from './known-placeholders.ts';
import { renderTemplate } from './placeholders.ts';

/** Templates of one company. */
const MAX_TEMPLATES = 50;

interface TemplateRow extends Omit<MessageTemplate, 'changed_at'> {
  readonly changed_at: Date;
}

const TEMPLATES = `
  select t.id, t.name, t.text, t.changed_at, coalesce(u.name, '') as changed_by_name, ${etagOf('t.version')}
    from employer.message_templates t left join identity.users u on u.id = t.changed_by
   where t.company_id = $1`;

const NEWEST = newestFirst('t.id');

const LIST_TEMPLATES = statement<TemplateRow>(
  'list_message_templates',
  `${TEMPLATES} and ${NEWEST.after(2)}
    ${NEWEST.orderBy}
    limit $3`,
  { indexes: ['message_templates_company_id_id_idx'] },
);

const FIND_TEMPLATE = statement<TemplateRow>('find_message_template', `${TEMPLATES} and t.id = $2`);

/** The row alone: what is joined to it would be that of before a wait. */
const LOCK_TEMPLATE = statement<object>(
  'lock_message_template',
  'select from employer.message_templates t where t.company_id = $1 and t.id = $2 for update',
);

const FIND_NAMES = statement<{
  user_id: string;
  withdrawn_at: Date | null;
  applicant_name: string;
  job_title: string;
}>(
  'find_names_for_message',
  `select a.user_id, a.withdrawn_at, u.name as applicant_name, j.title as job_title
     from talent.applications a
     join employer.job_posts j on j.id = a.job_post_id
     join identity.users u on u.id = a.user_id
    where a.company_id = $1 and a.id = $2`,
);

const CREATE_TEMPLATE = statement<{ id: string | null }>(
  'create_message_template',
  'select employer.create_message_template($1, $2, $3, $4, $5) as id',
);

const WRITE_TEMPLATE = statement<object>(
  'write_message_template',
  'update employer.message_templates set name = $2, text = $3, changed_by = $4, changed_at = now() where id = $1',
);

const DELETE_TEMPLATE = statement<object>(
  'delete_message_template',
  'select from employer.delete_message_template($1, $2)',
);

type TeamTransaction = Transaction & { readonly org_company: { readonly id: string } };

/** Templates of the company's messages to applicants. */
export const messageTemplateHandlers: HandlersOf<'MessageTemplateService'> = {
  'MessageTemplateService.ListMessageTemplates': ({ read, org_company }, page) =>
    readPage(page, {
      order: NEWEST,
      find: (after, count) => read.query(LIST_TEMPLATES, [org_company.id, ...after, count]),
      present: presentTemplate,
    }),

  'MessageTemplateService.GetRenderedMessage': async (context, { id, application_id }) => {
    const { read, org_company, facts } = context;
    const [[template], [names]] = await Promise.all([
      read.query(FIND_TEMPLATE, [org_company.id, id]),
      read.query(FIND_NAMES, [org_company.id, application_id]),
    ]);
    if (template === undefined || names === undefined) return context.refuse('not_found');
    if (names.user_id === facts.identities_user.id) return context.refuse('own_application');
    if (names.withdrawn_at !== null) return context.refuse('application_withdrawn');
    return {
      text: renderTemplate(template.text, {
        applicant_name: names.applicant_name,
        job_title: names.job_title,
        company_name: org_company.name,
        member_name: facts.identities_user.name,
      }),
    };
  },

  'MessageTemplateService.CreateMessageTemplate': (context, { name, text }) => {
    requireKnownPlaceholders('text', text);
    return context.transaction(async (tx) => {
      const { id: userId } = tx.facts.identities_user;
      const values = [tx.org_company.id, name.trim(), text.trim(), userId, MAX_TEMPLATES];
      const { id } = onlyRow(await tx.query(CREATE_TEMPLATE, values), 'a new template');
      if (id === null) {
        const detail = `A company has at most ${MAX_TEMPLATES} templates. Delete one first.`;
        return context.refuse('saved_quota_reached', { detail });
      }
      await audit(tx, 'company.message_template_created');
      return presentTemplate(
        onlyRow(await tx.query(FIND_TEMPLATE, [tx.org_company.id, id]), 'the new template'),
      );
    });
  },

  'MessageTemplateService.UpdateMessageTemplate': (context, { id, name, text }) => {
    requireKnownPlaceholders('text', text);
    return context.transaction(async (tx) => {
      const before = await lockTemplate(tx, id);
      if (before === undefined) return context.refuse('not_found');
      await requireTemplateVersion(tx, before);
      if (before.name === name.trim() && before.text === text.trim()) return presentTemplate(before);
      await tx.query(WRITE_TEMPLATE, [id, name.trim(), text.trim(), tx.facts.identities_user.id]);
      await audit(tx, 'company.message_template_changed');
      return presentTemplate(onlyRow(await tx.query(FIND_TEMPLATE, [tx.org_company.id, id]), 'the template'));
    });
  },

  'MessageTemplateService.DeleteMessageTemplate': (context, { id }) =>
    context.transaction(async (tx) => {
      const before = await lockTemplate(tx, id);
      if (before === undefined) return context.refuse('not_found');
      await requireTemplateVersion(tx, before);
      await tx.query(DELETE_TEMPLATE, [tx.org_company.id, id]);
      await audit(tx, 'company.message_template_deleted');
      return null;
    }),
};

async function lockTemplate(tx: TeamTransaction, id: string): Promise<TemplateRow | undefined> {
  const values = [tx.org_company.id, id];
  await tx.query(LOCK_TEMPLATE, values);
  const [locked] = await tx.query(FIND_TEMPLATE, values);
  return locked;
}

/** The audit trail names the company only, which has other templates. */
function requireTemplateVersion(tx: VersionCheck, locked: TemplateRow): Promise<void> {
  return tx.requireVersion(presentTemplate(locked), {
    at: locked.changed_at,
    actor_kind: 'user',
    actor_name: locked.changed_by_name,
  });
}

function audit(tx: TeamTransaction, action: AuditEntry['action']): Promise<void> {
  return tx.audit({ action, subject_kind: 'company', subject_id: tx.org_company.id });
}

function presentTemplate(row: TemplateRow): MessageTemplate {
  return { ...row, changed_at: row.changed_at.toISOString() };
}
