import type { TextForm } from '@gatehouse/contract';

/** Why a text violates its form. */
export interface TextFault {
  readonly code: 'text.unstorable' | 'text.characters' | 'text.address' | 'text.invisible';
  /** A sentence for the user. */
  readonly message: string;
}

const UNSTORABLE: TextFault = {
  code: 'text.unstorable',
  message: 'The text contains characters that cannot be stored. Type it again.',
};
const NOT_ONE_LINE: TextFault = {
  code: 'text.characters',
  message: 'Remove line breaks, tabs and hidden control characters.',
};
const CONTROL_CHARACTERS: TextFault = {
  code: 'text.characters',
  message: 'Remove hidden control characters.',
};
const ADDRESS: TextFault = {
  code: 'text.address',
  message: 'A name cannot contain a web or email address. Put a space after a full stop.',
};
const INVISIBLE: TextFault = {
  code: 'text.invisible',
  message: 'A name needs at least one letter or digit.',
};

const OUTSIDE_ONE_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const OUTSIDE_LINES = /[\p{Cc}\u202d\u202e]/u;
const LINE_BREAKS = /\r\n?|\u2028|\u2029/g;

/** Letters and digits, except invisible ones such as the Hangul filler. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

const LINK = /:\/\/|\b(?:https?|mailto):|(?<![\p{L}\p{N}])www\./iu;
const DOTTED_WORDS = /[\p{L}\p{N}-]{2,}\.[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-]+/u;
const E_MAIL_ADDRESS = /\S@\S+\.\S/u;
const DOMAIN_AND_MORE = /[\p{L}\p{N}]\.\p{L}{2,}[/:?#]\S/u;

/** A text as it is stored: the lines of a multi-line text end with LF. Pure. */
export function normaliseText(form: TextForm, text: string): string {
  return form === 'multi_line' ? text.replaceAll(LINE_BREAKS, '\n') : text;
}

/** Why a normalised text violates its form; null: it is valid. `proto/gatehouse/text/v1/text.proto` has the rules. Pure. */
export function textFault(form: TextForm, text: string): TextFault | null {
  if (text.includes('\u0000') || !text.isWellFormed()) return UNSTORABLE;
  switch (form) {
    case 'exempt':
      return null;
    case 'multi_line':
      return OUTSIDE_LINES.test(text.replaceAll(/[\n\t]/g, '')) ? CONTROL_CHARACTERS : null;
    case 'single_line':
      return OUTSIDE_ONE_LINE.test(text) ? NOT_ONE_LINE : null;
    case 'person_name':
      return nameFault(text, (name) => name.includes('@') || DOTTED_WORDS.test(name));
    case 'company_name':
      return nameFault(text, (name) => E_MAIL_ADDRESS.test(name));
    default:
      return form satisfies never;
  }
}

/** More than any name's `max_len`, and short enough for patterns of quadratic time. */
const MAX_NAME_LENGTH = 500;

function nameFault(text: string, isAddress: (name: string) => boolean): TextFault | null {
  const name = text.slice(0, MAX_NAME_LENGTH);
  if (OUTSIDE_ONE_LINE.test(text)) return NOT_ONE_LINE;
  // An empty name violates the field's length or pattern, which has the better message.
  if (name.trim() !== '' && !VISIBLE.test(name)) return INVISIBLE;
  return LINK.test(name) || DOMAIN_AND_MORE.test(name) || isAddress(name) ? ADDRESS : null;
}
