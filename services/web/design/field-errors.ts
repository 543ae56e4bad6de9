import type { FieldError } from '@gatehouse/contract/wire';

/** A field's error as a sentence for the user. */
export function fieldErrorMessage({ field, code, message }: FieldError): string {
  switch (code) {
    case 'string.min_len':
      return limitOf(message) === '1'
        ? 'This field is required.'
        : `Enter at least ${limitOf(message)} characters.`;
    case 'required':
      return 'This field is required.';
    case 'string.email':
      return 'Enter an email address like name@example.com.';
    case 'string.pattern':
      return /^(website|links)/.test(field)
        ? 'Enter a full URL that starts with https:// or http://.'
        : 'This field is required.';
    case 'repeated.unique':
      return 'Remove the duplicates.';
    case 'repeated.max_items':
      return `Enter at most ${limitOf(message)}.`;
    case 'string.max_len':
      return /\]$/.test(field)
        ? `Each one can have at most ${limitOf(message)} characters.`
        : `Enter at most ${limitOf(message)} characters.`;
    default:
      return sentence(message);
  }
}

/** The number in the validator's message. */
function limitOf(message: string): string {
  return /\d+/.exec(message)?.[0] ?? '';
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}

/** The form's field that an error is about: `company.name` and `links[2]` belong to `name` and `links`. */
export function fieldNameOf({ field }: FieldError): string {
  return field.replace(/\[.*$/, '').replace(/^.*\./, '');
}
