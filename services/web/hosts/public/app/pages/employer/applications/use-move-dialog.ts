import { useState } from 'react';
import { useOnDemand } from '#design/on-demand.ts';

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
