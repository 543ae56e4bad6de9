import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { enterText } from './enter-text.ts';
import { announce } from './feedback/announcer.tsx';
import { FieldEntry } from './fields.tsx';

/** What a removed entry held, field by field. */
type Texts = readonly string[];

/**
 * A list of entries in a form: added, and removed with an undo. Each possible entry has its fields, by its key, so that both
 * versions of a conflict fit into the form (G9); those of entries that do not exist are hidden and empty. An empty entry
 * counts as none.
 */
export function EntryFields({
  title,
  noun,
  hint,
  max,
  keys,
  version,
  children,
}: {
  title: string;
  /** Of one entry: `position`. */
  noun: string;
  hint: string;
  /** The largest key. */
  max: number;
  /** Of the entries in the resource, in their order. */
  keys: readonly number[];
  /** The resource's. */
  version: string;
  /** The fields of one entry. */
  children: (key: number) => ReactNode;
}) {
  const root = useRef<HTMLFieldSetElement>(null);
  const focusOn = useFocusOn(root);
  const [shown, setShown] = useState(keys);
  const [removed, setRemoved] = useState<ReadonlyMap<number, Texts>>(new Map());
  const all = Array.from({ length: max }, (_, index) => index + 1);
  const filled = () => all.filter((key) => fieldsOf(root, key).some(({ value }) => value !== ''));

  // After `EditedVersion`, which has put a newer version into the fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys change with the version alone.
  useEffect(() => {
    const now = filled();
    setShown([...keys.filter((key) => now.includes(key)), ...now.filter((key) => !keys.includes(key))]);
    setRemoved(new Map());
  }, [version]);

  // A conflict fills the fields of entries that the other version has.
  const onInput = () => {
    const now = filled();
    if (!now.every((key) => shown.includes(key)))
      setShown((before) => [...before, ...now.filter((key) => !before.includes(key))]);
    if (now.some((key) => removed.has(key)))
      setRemoved((before) => new Map([...before].filter(([key]) => !now.includes(key))));
  };

  const add = () => {
    // Any free one, so that two tabs which add an entry at the same time seldom use the same (G9).
    const free = all.filter((key) => !shown.includes(key));
    const key = free[Math.floor(Math.random() * free.length)];
    if (key === undefined) return;
    setShown([...shown, key]);
    focusOn(`[data-entry="${key}"] :is(input, textarea)`);
  };
  const remove = (key: number, name: string) => {
    const fields = fieldsOf(root, key);
    const texts = fields.map(({ value }) => value);
    announce(`${name} removed.`);
    if (texts.every((text) => text === '')) {
      setShown(shown.filter((one) => one !== key));
      focusOn('[data-add]');
      return;
    }
    enter(fields, []);
    setRemoved(new Map([...removed, [key, texts]]));
    focusOn(`[data-undo="${key}"]`);
  };
  const undo = (key: number) => {
    enter(fieldsOf(root, key), removed.get(key) ?? []);
    setRemoved(new Map([...removed].filter(([one]) => one !== key)));
    focusOn(`[data-entry="${key}"] :is(input, textarea)`);
  };

  const kept = shown.filter((key) => !removed.has(key));
  const hidden = all.filter((key) => !shown.includes(key));
  const capital = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  return (
    <fieldset className="entries" ref={root} onInput={onInput}>
      <legend>{title}</legend>
      <p className="hint">{hint}</p>
      {[...shown, ...hidden].map((key) => {
        const texts = removed.get(key);
        const position = kept.indexOf(key) + 1;
        const absent = texts === undefined ? `Another ${noun}` : `Removed ${noun}`;
        const name = position === 0 ? absent : `${capital} ${position}`;
        return (
          <div key={key}>
            <fieldset className="entry" data-entry={key} hidden={position === 0}>
              <legend>{name}</legend>
              <FieldEntry value={`${name}: `}>{children(key)}</FieldEntry>
              <button type="button" className="link" onClick={() => remove(key, name)}>
                Remove {name.toLowerCase()}
              </button>
            </fieldset>
            {texts === undefined ? null : (
              <p className="entry-removed">
                <span>
                  Removed when you save: <bdi>{texts.find((text) => text.trim() !== '')}</bdi>
                </span>
                <button type="button" data-undo={key} onClick={() => undo(key)}>
                  Undo
                </button>
              </p>
            )}
          </div>
        );
      })}
      {hidden.length === 0 ? (
        <p className="hint">You can add up to {max}.</p>
      ) : (
        <button type="button" data-add="" onClick={add}>
          Add {noun}
        </button>
      )}
    </fieldset>
  );
}

/** The fields of an entry, in their order. */
function fieldsOf(root: RefObject<HTMLElement | null>, key: number) {
  const fields = root.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    `[data-entry="${key}"] :is(input, textarea)`,
  );
  return [...(fields ?? [])];
}

function enter(fields: readonly (HTMLInputElement | HTMLTextAreaElement)[], texts: Texts): void {
  for (const [index, field] of fields.entries()) enterText(field, texts[index] ?? '');
}

/** Moves the focus to an element that the next rendering shows (G10). */
function useFocusOn(root: RefObject<HTMLElement | null>): (selector: string) => void {
  const [selector, setSelector] = useState<readonly [string] | null>(null);
  useEffect(() => {
    if (selector !== null) root.current?.querySelector<HTMLElement>(selector[0])?.focus();
  }, [selector, root]);
  return (next) => setSelector([next]);
}
