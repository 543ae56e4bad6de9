import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { required } from '@gatehouse/boundary';
import type { NotificationMail } from '@gatehouse/mail';

/** Whose and which mails a token stops. */
export interface Unsubscription {
  readonly userId: string;
  readonly notification: NotificationMail;
}

/** Makes and reads the tokens of unsubscribe links. */
export interface UnsubscribeTokens {
  make(unsubscription: Unsubscription): string;
  /** Null: the token is not ours. */
  read(token: string): Unsubscription | null;
}

/** Numbers in tokens: none is used for another kind again. */
const NUMBERS: Readonly<Record<NotificationMail, number>> = {
  digest: 0,
  application_received: 1,
  application_moved: 2,
  invitation_received: 3,
  role_changed: 4,
  job_post_closed: 5,
  saved_search: 6,
  message_received: 7,
  interview_changed: 8,
  application_assigned: 9,
  offer_answered: 10,
  application_withdrawn: 11,
};

const VERSION = 1;
const MAC_BYTES = 32;
/** Version, number of the kind, user id. */
const HEAD_BYTES = 18;

/**
 * Tokens that nothing stores: version, kind and user id, with an HMAC-SHA256. A link works as long as its key is one of the
 * keys.
 * @param keys of 32 bytes, newest first: only the newest signs.
 */
export function createUnsubscribeTokens(secrets: readonly [Buffer, ...Buffer[]]): UnsubscribeTokens {
  const [newest, ...older] = secrets.map(macKey) as [Buffer, ...Buffer[]];
  return {
    make: (unsubscription) => {
      const head = headOf(unsubscription);
      return Buffer.concat([head, macOf(newest, head)]).toString('base64url');
    },
    read: (token) => {
      const bytes = Buffer.from(token, 'base64url');
      // Buffer ignores characters that are not base64url: one token must not have two spellings.
      if (bytes.length !== HEAD_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
      const head = bytes.subarray(0, HEAD_BYTES);
      const mac = bytes.subarray(HEAD_BYTES);
      const isOurs = [newest, ...older].some((key) => timingSafeEqual(macOf(key, head), mac));
      return isOurs ? unsubscriptionOf(head) : null;
    },
  };
}

/** A key of its own: what encrypts second factors signs nothing. */
function macKey(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'gatehouse unsubscribe links', MAC_BYTES));
}

function macOf(key: Buffer, head: Buffer): Buffer {
  return createHmac('sha256', key).update(head).digest();
}

function headOf({ userId, notification }: Unsubscription): Buffer {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  // The next release may have queued mail of a kind that is not known here: its own pods send it.
  const number = required(NUMBERS[notification], `the number of ${notification}`);
  return Buffer.concat([Buffer.of(VERSION, number), id]);
}

/** Null: another release made the token. */
function unsubscriptionOf(head: Buffer): Unsubscription | null {
  const kind = Object.entries(NUMBERS).find(([, number]) => number === head[1])?.[0];
  if (head[0] !== VERSION || kind === undefined) return null;
  const userId = head
    .subarray(2)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { userId, notification: kind as NotificationMail };
}
