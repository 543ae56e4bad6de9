import type { ApplicationStage } from '@gatehouse/contract/wire';
import { useState } from 'react';
import { useOnDemand } from '#design/on-demand.ts';

/** The stages that the applicant is mailed about: a move to one of them is confirmed with its email in view (U7). */
export type MailedStage = 'interview' | 'offer' | 'rejected';

/** Whether a move to a stage is confirmed first; the others are instant. */
export function isMailed(stage: string): stage is MailedStage & ApplicationStage {
  return stage === 'interview' || stage === 'offer' || stage === 'rejected';
}

const loadDialog = () => import('./move-dialog.tsx');

/** The dialog before such moves, loaded on demand. `Asked`: what a page knows of the move that the user has asked for. */
export function useMoveDialog<Asked>() {
  const { part, hasFailed, want } = useOnDemand(loadDialog);
  const [asked, setAsked] = useState<{ readonly move: Asked; readonly key: number } | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return {
    part,
    want,
    /** The last move, which stays while the dialog closes; null: none yet. Each has a key of its own. */
    asked,
    isOpen,
    setIsOpen,
    ask: (move: Asked) => {
      want();
      setAsked((before) => ({ move, key: (before?.key ?? 0) + 1 }));
      setIsOpen(true);
    },
    isLoading: isOpen && part === null && !hasFailed,
    hasFailed: isOpen && hasFailed,
  };
}
