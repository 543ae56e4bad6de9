import type { Application, ApplicationStage, BoardCard, BoardColumn } from '@gatehouse/contract/wire';
import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useToast } from '#design/toast.tsx';
import { type ApplicationFilters, searchOf } from '../applications/filters.ts';
import type { clientLoader as loadList } from '../applications/list.tsx';
import type { MoreCards } from './merge-moves.ts';

type Cursors = Readonly<Partial<Record<ApplicationStage, string>>>;

/** Further cards of columns, read as the list of applications reads them, one column after the other. */
export function useMoreCards(columns: readonly BoardColumn[], filters: ApplicationFilters) {
  const { data, state, load } = useFetcher<typeof loadList>();
  const showToast = useToast();
  const [cards, setCards] = useState<MoreCards>({});
  const [cursors, setCursors] = useState<Cursors>({});
  const [queue, setQueue] = useState<readonly ApplicationStage[]>([]);
  /** What the fetcher held when the first of the queue was asked for; null: it was not yet. */
  const before = useRef<{ data: typeof data } | null>(null);
  const cursorOf = (stage: ApplicationStage) =>
    cursors[stage] ?? columns.find((column) => column.stage === stage)?.next_cursor ?? '';
  const [first] = queue;
  const address =
    first === undefined
      ? null
      : `/employer/applications?${new URLSearchParams([
          ...new URLSearchParams(searchOf({ ...filters, stage: first })),
          ['cursor', cursorOf(first)],
        ])}`;
  useEffect(() => {
    if (state !== 'idle' || first === undefined || address === null) return;
    if (before.current === null) {
      before.current = { data };
      void load(address);
      return;
    }
    if (data === undefined || data === before.current.data) return;
    before.current = null;
    setQueue((stages) => stages.slice(1));
    const { answer } = data;
    if (!answer.ok) {
      showToast(answer.refusal.title, 'bad');
      return;
    }
    const { items, next_cursor } = answer.data;
    setCards((shown) => ({ ...shown, [first]: [...(shown[first] ?? []), ...items.map(cardOf)] }));
    setCursors((known) => ({ ...known, [first]: next_cursor }));
  }, [state, data, load, first, address, showToast]);
  return {
    cards,
    of: (stage: ApplicationStage) => ({
      isBusy: queue.includes(stage),
      load:
        cursorOf(stage) === ''
          ? null
          : () => setQueue((stages) => (stages.includes(stage) ? stages : [...stages, stage])),
    }),
  };
}

function cardOf({ id, applicant, job_post_title, stage, updated_at, etag, ...rest }: Application): BoardCard {
  const { offer_answer, rating, assignment, has_unread_messages, next_interview_at } = rest;
  return {
    id,
    applicant_name: applicant.name,
    job_post_title,
    stage,
    updated_at,
    etag,
    has_unread_messages,
    ...(offer_answer === undefined ? {} : { offer_answer }),
    ...(next_interview_at === undefined ? {} : { next_interview_at }),
    ...(rating === undefined ? {} : { rating }),
    ...(assignment === undefined ? {} : { assignment }),
  };
}
