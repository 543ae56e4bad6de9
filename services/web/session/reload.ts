import { useCallback, useEffect } from 'react';
import { type DataStrategyResult, useRevalidator } from 'react-router';
import { isOutage } from '#api/api-answer.ts';
import { dropReads } from '#api/kept-reads.ts';
import { emptyStorage, store } from '#journey/browser-storage.ts';
import { LAST_SIGN_OUT } from './tab-owner.ts';

/**
 * A requested reload of route data that has not run yet. It stays set until the root loader has run: when a policy answers
 * the reload with a redirect, the root loader runs only with the next page.
 */
let isWanted = false;

/** What happened to the session of the browser. `signed_out`: its user has ended it on purpose. */
export type SessionChange = 'changed' | 'signed_out';

/** Another tab has signed out, and the root loader has not run since. */
let isEndedElsewhere = false;

/** The address of the page that stays although its last reload failed; null: it did not. */
let failedAt: string | null = null;

/** For the root's middleware alone: its reload has failed under the page of an address, or has not. */
export function noteFailedReload(url: string | null): void {
  failedAt = url;
}

/** Whether the shown page stays although its session could not be read again. */
export function hasReloadFailed(): boolean {
  return failedAt !== null && failedAt === shownUrl();
}

/** The address of the shown page, as requests for its data name it. */
export function shownUrl(): string | undefined {
  return location.href.split('#')[0];
}

/** Whether the web tier could not be reached or could not answer; what the framework throws for some of it has no status. */
export function hasNoAnswer({ type, result }: DataStrategyResult): boolean {
  const { status = 0, name } = Object(result) as { readonly status?: number; readonly name?: string };
  return type === 'error' && name !== 'AbortError' && isOutage({ status });
}

/** Whether the user has signed out in another tab: then the page of before is left, whatever it holds (G8). */
export function isSignedOutElsewhere(): boolean {
  return isEndedElsewhere;
}

/** Whether a reload has been requested. */
export function isReloadWanted(): boolean {
  return isWanted;
}

/** Requests a reload with the next navigation, for an action that redirects. What was sent ahead is of the former session. */
export function wantReload(): void {
  dropReads();
  isWanted = true;
}

/** Requests a reload of route data now, and does nothing else: no navigation, no state cleared (E2, R5). */
export function useReload(): () => void {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    wantReload();
    void revalidate();
  }, [revalidate]);
}

/** For the root component alone: its loader has run and has replaced the browser's copy (R6). */
export function useRootLoaderRan(loaderData: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object is the sign that the loader has run.
  useEffect(() => {
    isWanted = false;
    isEndedElsewhere = false;
  }, [loaderData]);
}

let tabs: BroadcastChannel | undefined;

/** The one channel of this tab, because a channel does not hear itself: a second one would hear this tab's own messages. */
function otherTabs(): BroadcastChannel {
  tabs ??= new BroadcastChannel('gatehouse-session');
  return tabs;
}

/** Tells the other tabs that the session has changed: they load their route data again. This tab's action does so itself. */
export function announceSessionChange(): void {
  announce('changed');
}

/**
 * For an action by which the user has ended the session: tells the other tabs, and deletes what the browser keeps for the pages of
 * this host. `Clear-Site-Data` deletes it only where the API has the same host, before the answer is read. What remains is the time of the
 * sign-out, for tabs that are on another site.
 */
export function announceSignOut(): void {
  emptyStorage('localStorage');
  emptyStorage('sessionStorage');
  store('localStorage', LAST_SIGN_OUT, String(Date.now()));
  announce('signed_out');
}

function announce(change: SessionChange): void {
  otherTabs().postMessage(change);
}

/** Listens to the other tabs. @returns stops. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  const channel = otherTabs();
  const hear = ({ data }: MessageEvent<SessionChange>) => listener(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}

/** For the root component alone: reloads when another tab signs in or out, and after the back/forward cache. */
export function useReloadOnSessionChange(): void {
  const reload = useReload();
  useEffect(() => {
    const stopListening = onSessionChange((change) => {
      if (change === 'signed_out') {
        isEndedElsewhere = true;
        // Each tab has its own.
        emptyStorage('sessionStorage');
      }
      reload();
    });
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) reload();
    };
    addEventListener('pageshow', onPageShow);
    return () => {
      stopListening();
      removeEventListener('pageshow', onPageShow);
    };
  }, [reload]);
}
