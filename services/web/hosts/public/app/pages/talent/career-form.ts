import type { Career, Education, FieldError, Position } from '@gatehouse/contract/wire';
import { data } from 'react-router';
import type { FormValues } from '#api/form-values.ts';
import type { ActionResult } from '#api/page-result.ts';

/** Entries of each list: the keys are 1 to this. */
export const MAX_ENTRIES = { positions: 15, education: 10 } as const;

const POSITION_FIELDS = ['title', 'employer_name', 'from_month', 'to_month', 'description'] as const;
const EDUCATION_FIELDS = ['school', 'degree', 'from_year', 'to_year'] as const;

type List = keyof typeof MAX_ENTRIES;

/** The field of an entry. The API's errors have the entry's place in the list where this has its key. */
export const fieldNameOf = (list: List, key: number, field: string) => `career.${list}[${key}].${field}`;

const keysOf = (list: List) => Array.from({ length: MAX_ENTRIES[list] }, (_, index) => index + 1);

/** What the fields hold for a version of the career; those of entries that it does not have are empty. */
export function careerTexts(career: Career | undefined): Readonly<Record<string, string>> {
  const textsOf = <Field extends string>(
    list: List,
    entries: readonly (Readonly<Record<Field, string>> & { readonly key: number })[],
    fields: readonly Field[],
  ) =>
    keysOf(list).flatMap((key) => {
      const entry = entries.find((one) => one.key === key);
      return fields.map((field) => [fieldNameOf(list, key, field), entry?.[field] ?? '']);
    });
  return Object.fromEntries([
    ...textsOf('positions', career?.positions ?? [], POSITION_FIELDS),
    ...textsOf('education', career?.education ?? [], EDUCATION_FIELDS),
  ]);
}

/** The career that a form with these fields describes: entries with text. */
export function careerOf(form: FormValues): Career {
  const positions = keysOf('positions').map((key): Position => {
    const text = (field: (typeof POSITION_FIELDS)[number]) => form.text(fieldNameOf('positions', key, field));
    return {
      key,
      title: text('title'),
      employer_name: text('employer_name'),
      from_month: monthOf(text('from_month')),
      to_month: monthOf(text('to_month')),
      description: text('description'),
    };
  });
  const education = keysOf('education').map((key): Education => {
    const text = (field: (typeof EDUCATION_FIELDS)[number]) =>
      form.text(fieldNameOf('education', key, field));
    return {
      key,
      school: text('school'),
      degree: text('degree'),
      from_year: text('from_year').trim(),
      to_year: text('to_year').trim(),
    };
  });
  return { positions: positions.filter(hasText), education: education.filter(hasText) };
}

function hasText(entry: Position | Education): boolean {
  return Object.values(entry).some((value) => typeof value === 'string' && value.trim() !== '');
}

/** `2021-03` for `2021-3`, `2021/03`, `3/2021` and `03.2021`; empty for `present`. Other texts stay: the API refuses them. */
export function monthOf(text: string): string {
  const trimmed = text.trim();
  if (/^present$/i.test(trimmed)) return '';
  const [, first, second] = /^(\d{1,4})\s*[-./]\s*(\d{1,4})$/.exec(trimmed) ?? [];
  if (first === undefined || second === undefined) return trimmed;
  if (first.length === 4 && second.length <= 2) return `${first}-${second.padStart(2, '0')}`;
  return second.length === 4 && first.length <= 2 ? `${second}-${first.padStart(2, '0')}` : trimmed;
}

type Sent = ReturnType<typeof data<ActionResult>>;

/** The outcome of a save, with its errors at the fields of the entries that were sent. */
export function atEntries(sent: Sent, career: Career): Sent {
  const { refusal } = sent.data;
  if (refusal === undefined) return sent;
  const errors = refusal.errors.map((error) => atEntry(error, career));
  return data<ActionResult>({ refusal: { ...refusal, errors } }, sent.init ?? {});
}

function atEntry(error: FieldError, career: Career): FieldError {
  const [, list, place, field] = /^career\.(positions|education)\[(\d+)\]\.(\w+)$/.exec(error.field) ?? [];
  if (field === undefined || (list !== 'positions' && list !== 'education')) return error;
  const key = career[list][Number(place)]?.key;
  if (key === undefined) return error;
  return { ...error, ...exampleFor(error, field), field: fieldNameOf(list, key, field) };
}

/** A month or a year that is none: what to enter. */
function exampleFor({ code }: FieldError, field: string): Partial<FieldError> {
  if (code !== 'string.pattern') return {};
  if (field.endsWith('_month')) return { code: 'career.month', message: 'Enter a month like 2021-03.' };
  return field.endsWith('_year') ? { code: 'career.year', message: 'Enter a year like 2014.' } : {};
}
