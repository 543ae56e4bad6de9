import type { Application, ApplicationStage, BoardCard, BoardColumn } from '@gatehouse/contract/wire';
import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { useToast } from '#design/toast.tsx';
import { type ApplicationFilters, searchOf } from '../applications/filters.ts';
import type { clientLoader as loadList } from '../applications/list.tsx';
import type { MoreCards } from './merge-moves.ts';

type Cursors = Readonly<Partial<Record<ApplicationStage, string>>>;

/** Further cards of columns, read as the list of applications reads them, one column at a time. */
export function useMoreCards(columns: readonly BoardColumn[], filters: ApplicationFilters) {
  const fetcher = useFetcher<typeof loadList>();
  const showToast = useToast();
  const [cards, setCards] = useState<MoreCards>({});
  const [cursors, setCursors] = useState<Cursors>({});
  const asked = useRef<ApplicationStage | null>(null);
  const { data, state } = fetcher;
  useEffect(() => {
    const stage = asked.current;
    if (state !== 'idle' || stage === null || data === undefined) return;
    asked.current = null;
    const { answer } = data;
    if (!answer.ok) {
      showToast(answer.refusal.title, 'bad');
      return;
    }
    setCards((before) => ({
      ...before,
      [stage]: [...(before[stage] ?? []), ...answer.data.items.map(cardOf)],
    }));
    setCursors((before) => ({ ...before, [stage]: answer.data.next_cursor }));
  }, [state, data, showToast]);
  return {
    cards,
    of: (stage: ApplicationStage) => {
      const first = columns.find((column) => column.stage === stage)?.next_cursor ?? '';
      const cursor = cursors[stage] ?? first;
      const load = () => {
        if (asked.current !== null) return;
        asked.current = stage;
        const search = new URLSearchParams(searchOf({ ...filters, stage }));
        search.set('cursor', cursor);
        void fetcher.load(`/employer/applications?${search}`);
      };
      return {
        isBusy: state !== 'idle' && asked.current === stage,
        load: cursor === '' ? null : load,
      };
    },
  };
}

function cardOf({ id, applicant, job_post_title, stage, updated_at, etag, ...rest }: Application): BoardCard {
  const { offer_answer, rating, assignment } = rest;
  return {
    id,
    applicant_name: applicant.name,
    job_post_title,
    stage,
    updated_at,
    etag,
    ...(offer_answer === undefined ? {} : { offer_answer }),
    ...(rating === undefined ? {} : { rating }),
    ...(assignment === undefined ? {} : { assignment }),
  };
}
