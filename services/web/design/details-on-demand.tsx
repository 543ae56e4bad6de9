import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useOnDemand } from './on-demand.ts';
import { PartNotLoaded } from './part-not-loaded.tsx';

/** A disclosure whose content needs code that is loaded when it is opened, also before the page was ready. */
export function DetailsOnDemand<Part>({
  summary,
  className = 'disclosure',
  load,
  onOpen,
  children,
}: {
  summary: string;
  className?: string;
  /** The same function at each call. */
  load: () => Promise<Part>;
  onOpen?: (() => void) | undefined;
  /** The content, made with what was loaded. */
  children: (part: Part) => ReactNode;
}) {
  const { part, hasFailed, want } = useOnDemand(load);
  const [isOpen, setIsOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  const onToggle = () => {
    const hasOpened = details.current?.open === true;
    setIsOpen(hasOpened);
    if (!hasOpened) return;
    want();
    onOpen?.();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened before the page was ready.
  useEffect(onToggle, []);
  return (
    <details className={className} ref={details} onPointerEnter={want} onToggle={onToggle}>
      <summary>{summary}</summary>
      {isOpen && part !== null ? children(part) : null}
      {isOpen && hasFailed ? <PartNotLoaded /> : null}
    </details>
  );
}
