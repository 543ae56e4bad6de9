/**
 * Who may get a mail. `unverified`: any address, also one that a stranger typed; such a mail contains only our own words
 * and links (G7). `verified`: addresses of verified accounts; the outbox rejects any other.
 */
type Audience = 'unverified' | 'verified';

/**
 * A named gap of a mail: a path of the mail's host, one of some fixed words, a name that a user typed, a passage of up to
 * 500 characters on one line that a user or an admin typed, a letter of up to 1000 characters with line breaks, or up to 20
 * sentences with such names, one on a line; passages, letters and sentences may be empty. Or a time.
 */
export type Slot = 'link' | readonly string[] | 'typed' | 'passage' | 'letter' | 'sentences' | TimeSlot;

/** A time, so long after the mail is queued; no caller states it. A mail may wait for days: “a moment ago” would be wrong. */
export interface TimeSlot {
  readonly secondsLater: number;
}

type SlotsFor<A extends Audience> = Readonly<
  Record<string, A extends 'unverified' ? Exclude<Slot, 'typed' | 'passage' | 'letter' | 'sentences'> : Slot>
>;

/** The values of a mail's slots that its callers state. */
export type ValuesOf<Slots extends Readonly<Record<string, Slot>>> = {
  readonly [Name in keyof Slots as Slots[Name] extends TimeSlot ? never : Name]: ValueOf<Slots[Name]>;
};

/** The values of all of a mail's slots. */
type FilledSlots<Slots extends Readonly<Record<string, Slot>>> = {
  readonly [Name in keyof Slots]: ValueOf<Slots[Name]>;
};

type ValueOf<S extends Slot> = S extends readonly string[]
  ? S[number]
  : S extends 'link'
    ? `/${string}`
    : string;

/** A paragraph of text, perhaps with line breaks, or a link on a line of its own. */
export type Paragraph = string | { readonly link: string };

/** At most `count` mails of a kind in `seconds`: to one recipient, or to one recipient about one topic. */
export interface MailLimit {
  readonly scope: 'recipient' | 'topic';
  readonly count: number;
  readonly seconds: number;
}

/** The mail that a user can stop: of notifications, by their kinds; `digest`: all that is sent once a day; of saved searches. */
export type NotificationMail =
  | 'application_received'
  | 'application_moved'
  | 'invitation_received'
  | 'role_changed'
  | 'job_post_closed'
  | 'message_received'
  | 'interview_changed'
  | 'application_assigned'
  | 'offer_answered'
  | 'application_withdrawn'
  | 'digest'
  | 'saved_search';

/** One mail. */
export interface MailDefinition<
  A extends Audience = Audience,
  Slots extends Readonly<Record<string, Slot>> = Readonly<Record<string, Slot>>,
> {
  readonly audience: A;
  /** Security mail is sent first. */
  readonly priority: 'security' | 'ordinary';
  /** What its recipient can stop; absent: the mail is always sent. */
  readonly notification?: NotificationMail;
  /** Whether it reports notifications after their changes, and not with them. */
  readonly isReport?: true;
  /** The host of its links; absent: the public host. */
  readonly host?: 'team';
  /** Whether each reports an event of its own: one that waits is not replaced. Only for events that a stranger cannot repeat at will. */
  readonly isEvent?: true;
  /** A mail beyond a limit waits until the limit allows it; a newer one of its kind and topic replaces it. */
  readonly limits: readonly MailLimit[];
  /** Seconds during which a newer change can replace or drop it; absent: 0. */
  readonly delaySeconds?: number;
  readonly slots: Slots;
  readonly subject: (values: FilledSlots<Slots>) => string;
  readonly paragraphs: (values: FilledSlots<Slots>) => readonly Paragraph[];
}

/** Defines a mail. A mail to unverified addresses with a slot for typed text does not compile (G7). */
export function defineMail<A extends Audience, const Slots extends SlotsFor<A>>(
  definition: MailDefinition<A, Slots> & { readonly audience: A },
): MailDefinition<A, Slots> {
  return definition;
}
