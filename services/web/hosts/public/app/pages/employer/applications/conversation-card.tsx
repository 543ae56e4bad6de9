import type { ListApplicationMessagesResponse, Message } from '@gatehouse/contract/wire';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { useKeptAnswer } from '#design/kept-answer.ts';
import { Moment } from '#design/local-time.tsx';
import { useOnDemand } from '#design/on-demand.ts';
import { Badge } from '#design/page.tsx';
import { PartNotLoaded } from '#design/part-not-loaded.tsx';
import { OLDER_PARAMETER } from '../../conversation/older-parameter.ts';
import { writerOf } from '../../conversation/writer-of.ts';

const loadConversation = async () => (await import('./open-conversation.tsx')).loadConversation();

/** The newest message, with what is new, unless the conversation is open; and the way to its own page. */
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
  const { part, hasFailed, want } = useOnDemand(loadConversation);
  const [isWanted, setIsWanted] = useState<boolean>();
  /** Ids of what the closed conversation has shown: the API may not know yet that it was read. */
  const [seen, setSeen] = useState<readonly string[]>([]);
  const { search } = useLocation();
  // Its address asks for it after a reload, too.
  const isOlder = new URLSearchParams(search).has(OLDER_PARAMETER);
  useEffect(() => {
    if (isOlder && part === null) want();
  }, [isOlder, part, want]);
  const page = `/employer/applications/${id}/conversation`;
  const ownPage = (
    <Link className="button" to={page}>
      Messages and interviews
    </Link>
  );
  const shown = useKeptAnswer(messages);
  const items = shown.ok ? shown.data.items : [];
  const unread = items.filter((message) => message.is_unread && !seen.includes(message.id)).length;
  const closed = shown.ok ? (
    <section className="card" aria-labelledby="conversation">
      <h2 id="conversation">Messages {unread === 0 ? null : <Badge>{unread} new</Badge>}</h2>
      {items[0] === undefined ? <p>No messages yet.</p> : <Newest message={items[0]} applicant={applicant} />}
      <p className="actions">
        <button
          type="button"
          data-pending={isWanted && !hasFailed ? '' : undefined}
          onClick={() => {
            setIsWanted(true);
            if (part === null) want();
          }}
        >
          {items.length === 0 ? 'Write a message' : 'Read and write messages'}
        </button>
        {ownPage}
      </p>
      {hasFailed ? <PartNotLoaded /> : null}
    </section>
  ) : null;
  if (part === null) return closed;
  return (
    <part.OpenConversation
      id={id}
      page={page}
      applicant={applicant}
      messages={shown}
      templates={part.templates}
      isWanted={isWanted}
      close={() => {
        setSeen(items.map((message) => message.id));
        setIsWanted(false);
      }}
      closed={closed}
    >
      {ownPage}
    </part.OpenConversation>
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
