import { describeAddress } from './describe-address.ts';
import { describeDevice } from './describe-device.ts';

/** A live session, as its user or admin reads it in a list of their own. */
export interface OwnSessionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly user_agent: string;
  /** The network address at sign-in. */
  readonly address: string;
}

/** The same on the wire. @param currentId of the request's session. */
export function presentOwnSession(
  { id, created_at, last_seen_at, user_agent, address }: OwnSessionRow,
  currentId: string,
) {
  return {
    id,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    address,
    current: id === currentId,
    device: describeDevice(user_agent),
    place: describeAddress(address),
  };
}
