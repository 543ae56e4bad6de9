import type { ListApplicationMessagesResponse, Message } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { Moment } from '#design/local-time.tsx';
import { Badge } from '#design/page.tsx';
import { writerOf } from '../../conversation/writer-of.ts';

/** The newest message, and the way to all messages and interviews of an application, with what is new. */
export function ConversationCard({
  id,
  applicant,
  messages,
}: {
  id: string;
  /** The applicant's name. */
  applicant: string;
  messages: ApiAnswer<ListApplicationMessagesResponse>;
}) {
  if (!messages.ok) return null;
  const { items } = messages.data;
  const unread = items.filter(({ is_unread }) => is_unread).length;
  return (
    <section className="card" aria-labelledby="conversation">
      <h2 id="conversation">Messages {unread === 0 ? null : <Badge>{unread} new</Badge>}</h2>
      {items[0] === undefined ? <p>No messages yet.</p> : <Newest message={items[0]} applicant={applicant} />}
      <Link className="button" to={`/employer/applications/${id}/conversation`}>
        Messages and interviews
      </Link>
    </section>
  );
}

function Newest({ message, applicant }: { message: Message; applicant: string }) {
  return (
    <>
      <p className="message-head">
        <strong dir="auto">{writerOf(message, 'company', applicant)}</strong>{' '}
        <small>
          <Moment at={message.sent_at} />
        </small>
      </p>
      <p className="job-text" dir="auto">
        {message.text}
      </p>
    </>
  );
}
