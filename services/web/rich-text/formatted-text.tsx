import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { PART_NOT_LOADED, useOnDemand } from '#design/on-demand.ts';

const loadParsedText = () => import('./parsed-text.tsx');

/** Below a text as it was typed: shows it as visitors see it, on demand. */
export function FormattedText({ source, onOpen }: { source: string; onOpen?: () => void }) {
  const { part, hasFailed, want } = useOnDemand(loadParsedText);
  const [isOpen, setIsOpen] = useState(false);
  const shown = useDeferredValue(source);
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
    <details className="disclosure formatted" ref={details} onPointerEnter={want} onToggle={onToggle}>
      <summary>Formatted text</summary>
      {isOpen && part !== null ? (
        <div className="prose rich-text" dir="auto">
          {shown.trim() === '' ? 'No text yet' : <part.ParsedText source={shown} />}
        </div>
      ) : null}
      {isOpen && hasFailed ? (
        <p className="field-error" role="alert">
          {PART_NOT_LOADED}
        </p>
      ) : null}
    </details>
  );
}
