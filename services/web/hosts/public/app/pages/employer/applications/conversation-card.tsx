import type { ListApplicationMessagesResponse } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { Badge } from '#design/page.tsx';

/** The way to the messages and interviews of an application, with what is new. */
export function ConversationCard({
  id,
  messages,
}: {
  id: string;
  messages: ApiAnswer<ListApplicationMessagesResponse>;
}) {
  if (!messages.ok) return null;
  const unread = messages.data.items.filter(({ is_unread }) => is_unread).length;
  return (
    <section className="card" aria-labelledby="conversation">
      <h2 id="conversation">Messages {unread === 0 ? null : <Badge>{unread} new</Badge>}</h2>
      <p>
        <Link to={`/employer/applications/${id}/conversation`}>Messages and interviews</Link>
      </p>
    </section>
  );
}
