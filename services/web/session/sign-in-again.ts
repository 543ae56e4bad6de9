/** The user or admin whom a page belongs to. */
export interface PageAccount {
  readonly id: string;
  readonly email: string;
}

/**
 * How a sign-in within the page ended. `left`: the user prefers the sign-in page, without what was entered. `not_loaded`: the
 * dialog could not be shown.
 */
export type SignInOutcome = 'same_account' | 'other_account' | 'left' | 'not_loaded';

/**
 * Why a user signs in within the page: a write or a read has found the session ended, or the last authentication is too old
 * for the write.
 */
export type SignInReason = 'session_ended' | 'read_refused' | 'authentication_too_old';

/** Opens the dialog in which the account signs in again, or confirms. */
export type OpenSignIn = (
  account: PageAccount,
  reason: SignInReason,
  done: (outcome: SignInOutcome) => void,
) => void;

let account: PageAccount | null = null;
let open: OpenSignIn | null = null;
/** Several writes can need it: one dialog is for all. */
let running: Promise<SignInOutcome> | null = null;

/** By their signals: the loads of route data under whose page a read has asked for a sign-in, after which the page stays. */
const loadsThatStay = new WeakSet<AbortSignal>();

/** The policies of this load may have read the session before the user signed in again: their redirects are not followed. */
export function stayInLoad(load: AbortSignal): void {
  loadsThatStay.add(load);
}

/** Whether the page stays, although a policy of this load redirects (G8). */
export function staysInLoad(load: AbortSignal): boolean {
  return loadsThatStay.has(load);
}

/** The account that the root loader has read; null: signed out. */
export function currentAccount(): PageAccount | null {
  return account;
}

/** For the root component alone: the account of the page and its dialog. @returns takes both back. */
export function provideSignIn(pageAccount: PageAccount | null, openSignIn: OpenSignIn): () => void {
  account = pageAccount;
  open = openSignIn;
  return () => {
    account = null;
    open = null;
  };
}

/** Asks the user of a page to sign in again, or to confirm, in a dialog above the page (G8). */
export function signInAgain(pageAccount: PageAccount, reason: SignInReason): Promise<SignInOutcome> {
  const openSignIn = open;
  if (openSignIn === null) return Promise.resolve('left');
  running ??= new Promise<SignInOutcome>((resolve) => openSignIn(pageAccount, reason, resolve)).finally(
    () => {
      running = null;
    },
  );
  return running;
}
