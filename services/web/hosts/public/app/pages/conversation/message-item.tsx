import type { Message, MessageSide } from '@gatehouse/contract/wire';
import type { FetcherWithComponents } from 'react-router';
import { Moment } from '#design/local-time.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { useSecondsLeft } from './seconds-left.ts';
import { writerOf } from './writer-of.ts';

/** One message, with its undo while it is not on its way. */
export function MessageItem({
  message,
  side,
  otherName,
  isNew,
  action,
  undo,
}: {
  message: Message;
  /** The reader's. */
  side: MessageSide;
  otherName: string;
  isNew: boolean;
  action: string | undefined;
  undo: FetcherWithComponents<unknown>;
}) {
  const { text, sent_at, is_delivered, is_withheld } = message;
  return (
    <li className={message.side === side ? 'own' : undefined}>
      <p className="message-head">
        <strong dir="auto">{writerOf(message, side, otherName)}</strong>
        {isNew ? <span className="badge">New</span> : null}
      </p>
      <p className="prose" dir="auto">
        {text}
      </p>
      <small>
        <Moment at={sent_at} />
        {is_delivered
          ? null
          : is_withheld
            ? `, not sent: ${side === 'company' ? 'an owner undid it, or ' : ''}the author’s access ended`
            : ', not delivered yet'}
      </small>
      {message.undo_until === undefined ? null : (
        <Undo id={message.id} until={message.undo_until} action={action} undo={undo} />
      )}
    </li>
  );
}

function Undo({
  id,
  until,
  action,
  undo: { Form, state },
}: {
  id: string;
  until: string;
  action: string | undefined;
  undo: FetcherWithComponents<unknown>;
}) {
  const seconds = useSecondsLeft(until) ?? 0;
  return (
    <Form method="post" {...(action === undefined ? {} : { action })} className="actions">
      <input type="hidden" name="intent" value="undo_message" />
      <input type="hidden" name="id" value={id} />
      <SubmitButton isBusy={state !== 'idle'} busyLabel="Undoing…">
        Undo<span className="visually-hidden"> this message</span>
        {/* Screen readers would read a countdown each second. */}
        <span aria-hidden="true">{seconds > 0 ? `\u00a0(${seconds} s)` : ''}</span>
      </SubmitButton>
    </Form>
  );
}
