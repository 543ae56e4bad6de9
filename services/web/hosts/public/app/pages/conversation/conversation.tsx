import type { ListApplicationMessagesResponse, Message, MessageSide } from '@gatehouse/contract/wire';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useFetcher, useLocation, useRevalidator } from 'react-router';
import { type ApiAnswer, isOutage } from '#api/api-answer.ts';
import { callApi } from '#api/browser-api.ts';
import type { ActionResult } from '#api/page-result.ts';
import { Dotted } from '#design/dotted.tsx';
import { enterText } from '#design/enter-text.ts';
import { announce } from '#design/feedback/announcer.tsx';
import { useKeptAnswer } from '#design/kept-answer.ts';
import { useOnDone } from '#design/submit-button.tsx';
import { MessageItem } from './message-item.tsx';
import { NewMessage } from './new-message.tsx';
import { OLDER_PARAMETER } from './older-parameter.ts';
import { usePolling } from './polling.ts';
import { useSecondsLeft } from './seconds-left.ts';

type BeforeField = (field: RefObject<HTMLTextAreaElement | null>) => ReactNode;

/** Between two questions for messages that the page does not show. */
const NEWS_MILLIS = 10_000;

const READS = {
  company: 'ApplicationMessageService.ListApplicationMessages',
  applicant: 'TalentMessageService.ListTalentMessages',
} as const;

/** After its time a message is delivered within seconds; then the API no longer offers the undo. */
const POLL_MILLIS = 5000;

/**
 * The messages of company and applicant on an application, newest last, and the form for another one. Showing them marks
 * them as read, and new ones appear.
 */
export function Conversation({
  applicationId,
  messages,
  side,
  otherName,
  action,
  beforeField,
  children,
  ref,
}: {
  applicationId: string;
  messages: ApiAnswer<ListApplicationMessagesResponse>;
  /** The reader's. */
  side: MessageSide;
  /** Of the company, or of the applicant. */
  otherName: string;
  /** The address whose action writes the messages; absent: this page. */
  action?: string;
  /** What helps to write: it gets the field of a new message. */
  beforeField?: BeforeField;
  /** Below the form. */
  children?: ReactNode;
  ref?: RefObject<HTMLElement | null>;
}) {
  const shown = useKeptAnswer(messages);
  return (
    <section className="card stack" aria-labelledby="messages" ref={ref}>
      {shown.ok ? (
        <Thread
          applicationId={applicationId}
          page={shown.data}
          side={side}
          otherName={otherName}
          action={action}
          beforeField={beforeField}
        />
      ) : (
        <>
          <h2 id="messages">Messages</h2>
          <p className="notice">{shown.refusal.detail}</p>
        </>
      )}
      {children}
    </section>
  );
}

function Thread({
  applicationId,
  page: { items, next_cursor },
  side,
  otherName,
  action,
  beforeField,
}: {
  applicationId: string;
  page: ListApplicationMessagesResponse;
  side: MessageSide;
  otherName: string;
  action: string | undefined;
  beforeField: BeforeField | undefined;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const undo = useFetcher<ActionResult<{ text: string }>>();
  const { search } = useLocation();
  const isOlder = new URLSearchParams(search).has(OLDER_PARAMETER);
  const unread = useUnread(items, action, otherName);
  // The oldest: its time ends first.
  const waiting = items.findLast(({ is_delivered, is_withheld }) => !is_delivered && !is_withheld);
  useReload(waiting?.undo_until ?? waiting?.sent_at);
  useNews(isOlder ? null : applicationId, side, items);
  // What was typed meanwhile stays below it.
  useOnDone(undo.data, ({ text }) => {
    const input = field.current;
    if (input === null) return;
    enterText(input, input.value.trim() === '' ? text : `${text}\n\n${input.value}`);
    input.focus();
    announce('Message undone. Its text is in the field again.');
  });
  return (
    <>
      <h2 id="messages">
        Messages {unread.size === 0 ? null : <span className="badge">{unread.size} new</span>}
      </h2>
      <OlderMessages cursor={next_cursor} search={search} isOlder={isOlder} />
      {items.length === 0 ? (
        <p>No messages yet. {otherName} gets a notification one minute after you write.</p>
      ) : (
        <ol className="messages" aria-label="Messages">
          {items.toReversed().map((message) => (
            <MessageItem
              key={message.id}
              message={message}
              side={side}
              otherName={otherName}
              isNew={unread.has(message.id)}
              action={action}
              undo={undo}
            />
          ))}
        </ol>
      )}
      {undo.data?.refusal === undefined ? null : (
        <p className="notice" role="alert">
          {undo.data.refusal.code === 'not_found'
            ? 'This message has already been undone.'
            : undo.data.refusal.title}
        </p>
      )}
      {beforeField?.(field)}
      <NewMessage action={action} otherName={otherName} field={field} />
    </>
  );
}

/** Ids of the messages that were unread when they were shown; marks them as read, and announces those that come later. */
function useUnread(
  items: readonly Message[],
  action: string | undefined,
  otherName: string,
): ReadonlySet<string> {
  const { submit } = useFetcher<ActionResult>();
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const newest = items.find(({ is_unread }) => is_unread)?.id;
  /** Null: the first one is not marked yet, because the conversation was opened with it. */
  const marked = useRef(newest === undefined ? '' : null);
  useEffect(() => {
    if (newest === undefined || marked.current === newest) return;
    if (marked.current !== null) announce(`New message from ${otherName}.`);
    marked.current = newest;
    const found = items.filter(({ is_unread }) => is_unread).map(({ id }) => id);
    setUnread((before) => new Set([...before, ...found]));
    // What the page shows stays as it is: nothing is read again.
    void submit(
      { intent: 'read_messages', newest_id: newest },
      { method: 'post', ...(action === undefined ? {} : { action }), defaultShouldRevalidate: false },
    );
  }, [newest, items, submit, action, otherName]);
  return unread;
}

/** Asks for the newest messages, and reads the page's data again only if it lacks one of them. Null: the page shows older ones. */
function useNews(applicationId: string | null, side: MessageSide, items: readonly Message[]): void {
  const { revalidate } = useRevalidator();
  usePolling(applicationId === null ? null : NEWS_MILLIS, async () => {
    const input = { application_id: applicationId ?? '', cursor: '', limit: 20 };
    const answer = await callApi(READS[side], input);
    const isShown = ({ id }: Message) => items.some((shown) => shown.id === id);
    // An outage changes nothing; any other refusal is the page's to show.
    if (answer.ok ? !answer.data.items.every(isShown) : !isOutage(answer.refusal)) void revalidate();
  });
}

/**
 * Reads the page's data again, from the moment at which a message can no longer be undone, until it is delivered; at once where
 * the browser's clock cannot be right.
 */
function useReload(from: string | undefined): void {
  const { revalidate } = useRevalidator();
  const isUndoable = (useSecondsLeft(from) ?? 0) > 0;
  usePolling(from === undefined || isUndoable ? null : POLL_MILLIS, () => void revalidate());
}

function OlderMessages({
  cursor,
  search,
  isOlder,
}: {
  cursor: string;
  /** Of the page's address. */
  search: string;
  isOlder: boolean;
}) {
  const to = (value: string) => {
    const query = new URLSearchParams(search);
    query.delete(OLDER_PARAMETER);
    if (value !== '') query.set(OLDER_PARAMETER, value);
    return `?${query}`;
  };
  if (cursor === '' && !isOlder) return null;
  return (
    <p>
      <Dotted
        parts={{
          older:
            cursor === '' ? (
              ''
            ) : (
              <Link to={to(cursor)} data-keeps-focus preventScrollReset>
                Older messages
              </Link>
            ),
          newest: isOlder ? (
            <Link to={to('')} data-keeps-focus preventScrollReset>
              Newest messages
            </Link>
          ) : (
            ''
          ),
        }}
      />
    </p>
  );
}
