import { refuse } from './refusal.ts';

/** The format of a part of a cursor. */
export type CursorPart = 'uuid' | 'timestamp' | 'number' | 'boolean' | 'text';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A position in a keyset-paged list, opaque to clients: the sort key of the last item, in sort order. */
export function encodeCursor(key: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * The sort key after which the page begins; empty for the first page.
 * @throws {Refusal} input_invalid for anything that `encodeCursor` did not return.
 */
export function decodeCursor(cursor: string, parts: readonly CursorPart[]): readonly string[] {
  if (cursor === '') return [];
  const key = parseKey(cursor);
  if (!Array.isArray(key) || key.length !== parts.length) return refuseCursor();
  return parts.map((part, index) => {
    const value: unknown = key[index];
    return fits(part, value) ? String(value) : refuseCursor();
  });
}

function parseKey(cursor: string): unknown {
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) return refuseCursor();
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return refuseCursor();
  }
}

function fits(part: CursorPart, value: unknown): boolean {
  switch (part) {
    case 'uuid':
      return typeof value === 'string' && UUID.test(value);
    case 'timestamp':
      return typeof value === 'string' && isTimestamp(value);
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000');
    default:
      return part satisfies never;
  }
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,6})?Z$/;

/**
 * Whether PostgreSQL reads the text as a `timestamptz`. JavaScript turns 30 February into 2 March and has a year 0;
 * PostgreSQL rejects both.
 */
function isTimestamp(text: string): boolean {
  const toTheSecond = TIMESTAMP.exec(text)?.[1] ?? '';
  const milliseconds = Date.parse(`${toTheSecond}Z`);
  if (Number.isNaN(milliseconds) || toTheSecond.startsWith('0000')) return false;
  return new Date(milliseconds).toISOString().startsWith(toTheSecond);
}

function refuseCursor(): never {
  refuse('input_invalid', {
    detail: 'Invalid: cursor.',
    errors: [{ field: 'cursor', code: 'cursor', message: 'This cursor is not from a previous page.' }],
  });
}
