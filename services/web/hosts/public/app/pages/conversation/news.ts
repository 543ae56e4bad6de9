import type { ListApplicationMessagesResponse, Message, MessageSide } from '@gatehouse/contract/wire';
import { useEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { type ApiAnswer, isOutage } from '#api/api-answer.ts';
import { callApi } from '#api/browser-api.ts';
import { announce } from '#design/feedback/announcer.tsx';
import { OLDER_PARAMETER } from './older-parameter.ts';
import { usePolling } from './polling.ts';

const POLL_MILLIS = 10_000;

const READS = {
  company: 'ApplicationMessageService.ListApplicationMessages',
  applicant: 'TalentMessageService.ListTalentMessages',
} as const satisfies Record<MessageSide, string>;

/** Asks whether the messages are still those that the page shows, and loads the page's data again only if they are not. */
export function useNews(applicationId: string, side: MessageSide, items: readonly Message[]): void {
  const { revalidate, state } = useRevalidator();
  const { search } = useLocation();
  const isOlder = new URLSearchParams(search).has(OLDER_PARAMETER);
  usePolling(isOlder ? null : POLL_MILLIS, async (signal) => {
    if (state !== 'idle') return;
    const answer = await readNewest(applicationId, side, signal);
    // An outage changes nothing; any other refusal is the page's to show.
    if (answer === null || (!answer.ok && isOutage(answer.refusal))) return;
    if (!answer.ok || statesOf(answer.data.items) !== statesOf(items)) await revalidate();
  });
}

/** Null: the conversation was left meanwhile. */
async function readNewest(
  applicationId: string,
  side: MessageSide,
  signal: AbortSignal,
): Promise<ApiAnswer<ListApplicationMessagesResponse> | null> {
  try {
    return await callApi(READS[side], { application_id: applicationId, cursor: '', limit: 20 }, signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

function statesOf(items: readonly Message[]): string {
  return items.map(({ id, is_delivered }) => `${id} ${is_delivered}`).join();
}

/** Announces a message of the other side that arrives while the conversation is open. */
export function useArrivals(items: readonly Message[], side: MessageSide, otherName: string): void {
  const { search } = useLocation();
  const shown = useRef({ search, items });
  useEffect(() => {
    const before = shown.current;
    shown.current = { search, items };
    // Another page of the messages has other ones, none of them new.
    if (before.search !== search) return;
    const known = new Set(before.items.map(({ id }) => id));
    const arrived = items.filter(
      (message) => message.side !== side && message.is_unread && !known.has(message.id),
    );
    if (arrived.length > 0)
      announce(
        arrived.length === 1
          ? `New message from ${otherName}.`
          : `${arrived.length} new messages from ${otherName}.`,
      );
  }, [items, search, side, otherName]);
}
