import type { AuditEvent } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { type SentenceGap, sentenceOf } from './audit-sentences.ts';

/** What happened, as a sentence with links to the pages of its people, companies and job posts. */
export function AuditSentence({ event }: { event: AuditEvent }) {
  return sentenceOf(event).map((part, index) =>
    'words' in part ? (
      part.words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move.
      <Name key={index} gap={part.gap} event={event} />
    ),
  );
}

const KINDS: Readonly<Record<string, string>> = { user: 'A user', admin: 'A staff member', system: 'System' };

function Name({ gap, event }: { gap: SentenceGap; event: AuditEvent }) {
  const { actor_kind, actor_id, actor_name, subject_user_id, subject_id, subject_name } = event;
  switch (gap) {
    case 'actor':
      if (actor_id === '') return KINDS[actor_kind];
      if (actor_kind === 'user' && actor_name === '') return 'A deleted user';
      return (
        <Link to={actor_kind === 'user' ? `/people/${actor_id}` : `/audit?who=${actor_id}`}>
          <bdi>{actor_name === '' ? KINDS[actor_kind] : actor_name}</bdi>
        </Link>
      );
    case 'subject':
      if (subject_name === '') return event.subject_kind === 'user' ? 'a deleted user' : 'an unknown account';
      return (
        <Link to={subject_user_id === '' ? `/audit?who=${subject_id}` : `/people/${subject_user_id}`}>
          <bdi>{subject_name}</bdi>
        </Link>
      );
    case 'company':
      if (event.subject_company_id === '') return 'a company';
      return (
        <Link to={`/companies/${event.subject_company_id}`}>
          <bdi>{event.subject_company_name}</bdi>
        </Link>
      );
    case 'post':
      // Without a company the post is deleted.
      if (event.subject_company_id === '') return 'a job post';
      return <Link to={`/job-posts/${subject_id}`}>a job post</Link>;
    default:
      return gap satisfies never;
  }
}
