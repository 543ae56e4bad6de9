import escapeHtml from 'escape-html';
import type { MailDefinition, Paragraph, Slot, TimeSlot } from './define-mail.ts';

/** A mail's texts, as the outbox stores them. */
interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Renders a mail from the values of its declared slots; other properties of `values` are not read.
 * @param origin scheme and host of the links.
 * @param queuedAt from when its times count.
 * @throws {Error} for a link that is no path of the origin, and for a word that the slot does not list.
 */
export function renderMail(
  definition: MailDefinition,
  values: Readonly<Record<string, string>>,
  origin: string,
  queuedAt: Date,
): RenderedMail {
  const filled = fillSlots(definition, values, origin, queuedAt);
  const paragraphs = definition.paragraphs(filled);
  return {
    subject: definition.subject(filled),
    text: `${paragraphs.map(textOf).join('\n\n')}\n`,
    html: paragraphs.map((paragraph) => `<p>${htmlOf(paragraph)}</p>`).join('\n'),
  };
}

/** The values of a mail's slots, each in the form of its slot. @throws {Error} as `renderMail`. */
export function fillSlots(
  definition: MailDefinition,
  values: Readonly<Record<string, string>>,
  origin: string,
  queuedAt: Date,
): Parameters<MailDefinition['paragraphs']>[0] {
  return Object.fromEntries(
    Object.entries(definition.slots).map(([name, slot]) => [
      name,
      typeof slot === 'object' && 'secondsLater' in slot
        ? timeOf(slot, queuedAt)
        : fill({ name, slot, origin }, values[name]),
    ]),
  ) as Parameters<MailDefinition['paragraphs']>[0];
}

function fill(
  { name, slot, origin }: { name: string; slot: Exclude<Slot, TimeSlot>; origin: string },
  value: string | undefined,
): string {
  if (value === undefined) throw new Error(`the mail's slot ${name} has no value`);
  if (slot === 'typed') return singleLine(value, MAX_TYPED_LENGTH);
  if (slot === 'passage') return singleLine(value, MAX_PASSAGE_LENGTH);
  if (slot === 'letter') return letter(value);
  if (slot === 'sentences') return sentences(value);
  if (slot === 'link') return linkOf(name, value, origin);
  if (!slot.includes(value)) throw new Error(`the mail's slot ${name} does not list this word`);
  return value;
}

const MAX_TYPED_LENGTH = 140;
const MAX_PASSAGE_LENGTH = 500;
const MAX_LETTER_LENGTH = 1000;

/** Sentences in one mail: the page has the others. */
export const MAX_SENTENCES = 20;
const MAX_SENTENCE_LENGTH = 400;

/** Rows from before the contract rejected control characters can still contain some. */
export function singleLine(typed: string, maxLength = MAX_TYPED_LENGTH): string {
  const line = typed.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return beginningOf(line, maxLength);
}

/** At most so many characters, as the contract counts them: code points. */
function beginningOf(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : [...text].slice(0, maxLength).join('');
}

/** One on a line: the names in them are single lines. */
function sentences(text: string): string {
  const lines = text.split('\n').map((line) => singleLine(line, MAX_SENTENCE_LENGTH));
  return lines.filter(Boolean).slice(0, MAX_SENTENCES).join('\n');
}

/** Lines without empty ones between them: a letter stays within one paragraph of the mail. */
function letter(typed: string): string {
  const lines = typed.split(/\r\n|[\n\r\u2028\u2029]/u).map((line) => singleLine(line, MAX_LETTER_LENGTH));
  return beginningOf(lines.filter(Boolean).join('\n'), MAX_LETTER_LENGTH).trimEnd();
}

function linkOf(name: string, path: string, origin: string): string {
  const isPath = /^\/[!-~]*$/.test(path) && URL.parse(path, origin)?.origin === origin;
  if (!isPath) throw new Error(`the mail's slot ${name} is no path of ours`);
  return `${origin}${path}`;
}

/** To the minute, such as “10:05 UTC on 31 July 2026”. */
function timeOf({ secondsLater }: TimeSlot, queuedAt: Date): string {
  const time = new Date(queuedAt.getTime() + 1000 * secondsLater);
  return `${time.toISOString().slice(11, 16)} UTC on ${time.toLocaleDateString('en-GB', DATE)}`;
}

const DATE = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

function textOf(paragraph: Paragraph): string {
  return typeof paragraph === 'string' ? paragraph : paragraph.link;
}

function htmlOf(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return escapeHtml(paragraph).replaceAll('\n', '<br>');
  const link = escapeHtml(paragraph.link);
  return `<a href="${link}">${link}</a>`;
}
