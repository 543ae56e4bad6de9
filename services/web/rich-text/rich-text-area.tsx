import { type ComponentProps, createElement, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Field, type FieldProps } from '#design/fields.tsx';
import { useOnDemand } from '#design/on-demand.ts';
import { PartNotLoaded } from '#design/part-not-loaded.tsx';
import { FormattedText } from './formatted-text.tsx';

const loadTools = () => import('./text-tools.ts');

const TOOLS = [
  ['bold', 'Bold', 'Control+B Meta+B'],
  ['italic', 'Italic', 'Control+I Meta+I'],
  ['header-1', 'Heading', undefined],
  ['header-2', 'Subheading', undefined],
  ['unordered-list', 'List', 'Control+Shift+8 Meta+Shift+8'],
  ['ordered-list', 'Numbers', 'Control+Shift+7 Meta+Shift+7'],
  ['link', 'Link', 'Control+K Meta+K'],
] as const;

/**
 * A text field with a toolbar for the marks of a rich text, and the formatted text below it. The form's field is the text area,
 * which works before and without the tools: they are loaded when the user is about to use them.
 */
export function RichTextArea({
  label,
  name,
  hint,
  defaultValue,
  ...textarea
}: FieldProps & ComponentProps<'textarea'> & { defaultValue: string | undefined }) {
  const { part, hasFailed, want } = useOnDemand(loadTools);
  /** The button that was clicked last. */
  const [asked, setAsked] = useState<string | null>(null);
  const [text, setText] = useState('');
  const toolbar = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  /** A button that was clicked before the tools had arrived. */
  const early = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (part === null || toolbar.current === null || field.current === null) return;
    const stop = part.startTools(toolbar.current, field.current);
    early.current?.click();
    early.current = null;
    return stop;
  }, [part]);
  // What was saved, or the version of another user, comes without an event.
  useEffect(() => setText(field.current?.value ?? defaultValue ?? ''), [defaultValue]);
  const onClick = ({ target }: MouseEvent) => {
    // A toolbar has already carried it out.
    if (toolbar.current?.matches(':defined')) return;
    early.current = (target as Element).closest('button');
    setAsked(early.current?.dataset['mdButton'] ?? null);
    want();
  };
  return (
    <Field label={label} name={name} hint={hint}>
      {(described) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only loads what is inside.
        <div className="text-with-tools" onFocus={want} onPointerEnter={want}>
          {createElement(
            'markdown-toolbar',
            {
              for: described.id,
              ref: toolbar,
              role: 'toolbar',
              'aria-label': 'Formatting',
              'aria-controls': described.id,
              onClick,
            },
            TOOLS.map(([tool, toolLabel, keys], index) => (
              <button
                key={tool}
                type="button"
                data-md-button={tool}
                data-pending={asked === tool && part === null && !hasFailed ? '' : undefined}
                // The arrow keys lead to the others.
                tabIndex={index === 0 ? 0 : -1}
                aria-keyshortcuts={keys}
              >
                {toolLabel}
              </button>
            )),
          )}
          {hasFailed && asked !== null ? <PartNotLoaded /> : null}
          <textarea
            {...described}
            name={name}
            dir="auto"
            defaultValue={defaultValue}
            {...textarea}
            ref={field}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <FormattedText source={text} onOpen={() => setText(field.current?.value ?? '')} />
        </div>
      )}
    </Field>
  );
}
