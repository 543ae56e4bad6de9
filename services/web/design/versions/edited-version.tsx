import { type RefObject, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isChanged, markSaved, textFieldsOf } from '#api/changed-forms.ts';
import { enterText } from '../enter-text.ts';
import { useFormState } from '../form-body.tsx';
import { useOnDemand } from '../on-demand.ts';
import { PartNotLoaded } from '../part-not-loaded.tsx';
import type { Choice, Conflict, Texts } from './conflict.ts';

/** What a form changes: one version of a resource that others may change, too (G9). */
export interface Edited<Resource> {
  /** As the page has loaded it. */
  readonly resource: Resource;
  /** What the form's fields hold for a version of the resource, by field name. */
  readonly textsOf: (resource: Resource) => Texts;
  /** Labels of hidden fields and of files, and of their values; other fields have their own. */
  readonly names?: Readonly<Record<string, FieldNames>>;
}

/** A hidden field's label, and those of its values. */
export interface FieldNames {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

const loadChoices = () => import('./conflict-choices.tsx');

/**
 * In a form that changes a resource: names the version that its fields began from, and follows newer ones while nothing is
 * typed. After a conflict it shows both versions field by field; the next save refers to the current one (G9, U8).
 */
export function EditedVersion<Resource extends { readonly etag: string }>({
  resource,
  textsOf,
  names = {},
}: Edited<Resource>) {
  const { refusal, labels } = useFormState();
  const { part, hasFailed, want } = useOnDemand(loadChoices);
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const sent = useSentTexts(input);
  const [base, setBase] = useState(resource);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const found = refusal?.code === 'edit_conflict' ? refusal.conflict : undefined;
  const loaded = useRef(resource.etag);
  const isPageStale = useReloadOnClose(revalidate);
  const handled = useRef(found);

  // A newer version: after the form's own save, or a reload of the page's data.
  useEffect(() => {
    const form = input.current?.form;
    if (form == null || loaded.current === resource.etag) return;
    loaded.current = resource.etag;
    if (resource.etag === base.etag) return;
    const texts = textsOf(resource);
    if (!isChanged(form)) {
      for (const field of textFieldsOf(form)) field.value = texts[field.name] ?? field.value;
      markSaved(form);
    } else if (!isSame(texts, textsOf(base)) && !isSame(texts, sent.current)) return;
    setBase(resource);
  }, [resource, base, textsOf, sent]);

  // The form's own save has succeeded.
  useEffect(() => {
    const form = input.current?.form;
    if (refusal === undefined && form != null && !isChanged(form)) setConflict(null);
  }, [refusal]);

  useEffect(() => {
    if (found !== undefined) want();
  }, [found, want]);
  // Only once both versions can be shown: until then, a save refers to the old one and is refused again.
  useEffect(() => {
    const form = input.current?.form;
    if (form == null || part === null || found === undefined || handled.current === found) return;
    handled.current = found;
    // The API presents the resource as it does everywhere.
    const current = found.current as unknown as Resource;
    const next = part.conflictOf(form, {
      found,
      sent: sent.current,
      base: textsOf(base),
      current: textsOf(current),
      labelOf: (name) => names[name]?.label ?? labels.get(name) ?? name,
      shownAs: (name, text) => names[name]?.values[text] ?? text,
    });
    for (const choice of next.choices) applyChoice(form, choice);
    setBase(current);
    setConflict(next);
    const isInDialog = form.closest('[role="alertdialog"]') !== null;
    if (isInDialog) isPageStale.current = true;
    else if (!next.choices.some(({ isField }) => isField)) void revalidate();
  }, [found, part, base, textsOf, names, labels, revalidate, sent, isPageStale]);

  const choose = (changed: readonly Choice[]) => {
    const form = input.current?.form;
    if (conflict === null || form == null) return;
    for (const choice of changed) applyChoice(form, choice);
    const after = new Map(changed.map((choice) => [choice.name, choice]));
    setConflict({ ...conflict, choices: conflict.choices.map((one) => after.get(one.name) ?? one) });
  };
  return (
    <>
      <input type="hidden" name="etag" value={base.etag} ref={input} />
      {conflict === null || part === null ? null : (
        <part.ConflictChoices conflict={conflict} onChoose={choose} />
      )}
      {hasFailed && found !== undefined ? <PartNotLoaded /> : null}
    </>
  );
}

/** What the form around an input has sent last, with the value of the button. */
function useSentTexts(input: RefObject<HTMLInputElement | null>): RefObject<Texts> {
  const sent = useRef<Texts>({});
  useEffect(() => {
    const form = input.current?.form;
    const onSubmit = ({ submitter }: SubmitEvent) => {
      if (form == null) return;
      const texts = [...new FormData(form, submitter)].map(([name, text]) => [
        name,
        typeof text === 'string' ? text : text.name,
      ]);
      sent.current = Object.fromEntries(texts);
    };
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  }, [input]);
  return sent;
}

/** Set it when a dialog has a newer version than the page behind it: the page is loaded again when the dialog closes. */
function useReloadOnClose(reload: () => Promise<void>): RefObject<boolean> {
  const isStale = useRef(false);
  useEffect(
    () => () => {
      if (isStale.current) void reload();
    },
    [reload],
  );
  return isStale;
}

function isSame(left: Texts, right: Texts): boolean {
  return Object.entries(left).every(([name, text]) => right[name] === text);
}

/** Puts the chosen text into its field, as if the user had typed it. */
function applyChoice(form: HTMLFormElement, { name, isField, chosen, texts }: Choice): void {
  if (!isField) return;
  for (const field of textFieldsOf(form)) {
    if (field.name !== name || field.value === texts[chosen]) continue;
    enterText(field, texts[chosen]);
  }
}
