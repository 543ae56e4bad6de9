import { refuse } from '@gatehouse/boundary';
import { PLACEHOLDERS, unknownPlaceholders } from './placeholders.ts';

/**
 * @param field of the input, which has the text.
 * @throws {Refusal} input_invalid for words in braces that are no placeholders; it names those that exist.
 */
export function requireKnownPlaceholders(field: string, text: string): void {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return;
  const list = (words: readonly string[]) => words.map((word) => `{${word}}`).join(', ');
  const message = `Unknown: ${list(unknown)}. The placeholders are ${list(PLACEHOLDERS)}`;
  refuse('input_invalid', {
    detail: message,
    errors: [{ field, code: 'placeholder.unknown', message }],
  });
}
