import { type ComponentType, type RefObject, useRef, useState } from 'react';
import { FormValues } from '#api/form-values.ts';
import { useOnDemand } from './on-demand.ts';
import { PartNotLoaded } from './part-not-loaded.tsx';

/** What the component of a preview receives. */
export interface PreviewProps<Shown> {
  readonly isOpen: boolean;
  /** What was typed when it was opened, which stays while it closes; null: not opened yet. */
  readonly shown: Shown | null;
  /** Gets the focus back. */
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/**
 * In a form: shows what is typed as others will see it, saved or not.
 * @param load a constant function around the `import()` of a file with a `Preview`, which renders a `PreviewDialog`.
 */
export function PreviewButton<Shown extends object>({
  load,
  shownOf,
}: {
  load: () => Promise<{ readonly Preview: ComponentType<PreviewProps<Shown>> }>;
  shownOf: (form: FormValues) => Shown;
}) {
  const { part, hasFailed, want } = useOnDemand(load);
  const [isOpen, setIsOpen] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        ref={button}
        aria-haspopup="dialog"
        data-pending={isOpen && part === null && !hasFailed ? '' : undefined}
        onPointerEnter={want}
        onFocus={want}
        onClick={({ currentTarget: { form } }) => {
          want();
          if (form === null) return;
          setShown(shownOf(new FormValues(new FormData(form))));
          setIsOpen(true);
        }}
      >
        Preview
      </button>
      {part === null ? null : (
        <part.Preview isOpen={isOpen} shown={shown} opener={button} onClose={() => setIsOpen(false)} />
      )}
      {hasFailed && isOpen ? <PartNotLoaded as="span" /> : null}
    </>
  );
}
