import { refuse } from '@gatehouse/boundary';
import type { Career, Education, FieldError, Position } from '@gatehouse/contract';

/** As a profile without work history and education has it. */
export const NO_CAREER: Career = { positions: [], education: [] };

/** What is wrong with an entry at one of its fields. */
interface Fault {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

/**
 * Work history and education that a request sets, as they are stored: trimmed, each newest first. Undefined: the request sets none.
 * @throws {Refusal} input_invalid, with an error for each period that begins in the future or ends before it begins, for each
 * position that ends in the future, and for each key that is there twice.
 */
export function careerOf(career: Career | undefined, now: Date): Career | undefined {
  if (career === undefined) return undefined;
  const month = currentMonth(now);
  const errors = [
    ...errorsOf('career.positions', career.positions, (entry) => faultsOfPosition(entry, month)),
    ...errorsOf('career.education', career.education, (entry) => faultsOfEducation(entry, month.slice(0, 4))),
  ];
  if (errors.length > 0) refuse('input_invalid', { detail: 'Check work history and education.', errors });
  return {
    positions: newestFirst(career.positions.map(trimmedPosition), ({ from_month, to_month }) => [
      from_month,
      to_month,
    ]),
    education: newestFirst(career.education.map(trimmedEducation), ({ from_year, to_year }) => [
      from_year,
      to_year,
    ]),
  };
}

/** The month that it is in the time zone that is furthest ahead, as `2026-11`. */
function currentMonth(now: Date): string {
  return new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 7);
}

function faultsOfPosition({ from_month, to_month }: Position, month: string): readonly Fault[] {
  const future = { code: 'career.future', message: 'This month is in the future.' };
  return [
    ...(from_month > month ? [{ name: 'from_month', ...future }] : []),
    ...(to_month > month ? [{ name: 'to_month', ...future }] : []),
    ...(to_month !== '' && to_month < from_month ? [{ name: 'to_month', ...BEFORE }] : []),
  ];
}

function faultsOfEducation({ from_year, to_year }: Education, year: string): readonly Fault[] {
  const future = { code: 'career.future', message: 'This year is in the future.' };
  return [
    ...(from_year > year ? [{ name: 'from_year', ...future }] : []),
    ...(to_year !== '' && to_year < from_year ? [{ name: 'to_year', ...BEFORE }] : []),
  ];
}

const BEFORE = { code: 'career.order', message: '“To” is before “From”.' };

function errorsOf<Entry extends { readonly key: number }>(
  path: string,
  entries: readonly Entry[],
  faultsOf: (entry: Entry) => readonly Fault[],
): readonly FieldError[] {
  return entries.flatMap((entry, at) => {
    const isAgain = entries.findIndex(({ key }) => key === entry.key) < at;
    const again = { name: 'key', code: 'career.unique', message: 'Another entry has this key.' };
    return [...faultsOf(entry), ...(isAgain ? [again] : [])].map(({ name, ...fault }) => ({
      field: `${path}[${at}].${name}`,
      ...fault,
    }));
  });
}

function trimmedPosition(position: Position): Position {
  const { employer_name, title, description } = position;
  return {
    ...position,
    employer_name: employer_name.trim(),
    title: title.trim(),
    description: description.trim(),
  };
}

function trimmedEducation(education: Education): Education {
  return { ...education, school: education.school.trim(), degree: education.degree.trim() };
}

/** Without an end first, then by end and beginning. */
function newestFirst<Entry>(
  entries: readonly Entry[],
  periodOf: (entry: Entry) => readonly [from: string, to: string],
): Entry[] {
  const rank = (entry: Entry) => {
    const [from, to] = periodOf(entry);
    return `${to === '' ? '9999' : to} ${from}`;
  };
  return entries.toSorted((one, other) => rank(other).localeCompare(rank(one)));
}
