import type { FieldError } from '@gatehouse/contract/wire';

/** A field's error in a person's words: the contract's codes are for programs. */
export function fieldErrorWords({ field, code, message }: FieldError): string {
  switch (code) {
    case 'string.min_len':
      return /at least 1 character/.test(message) ? 'Fill this in.' : sentence(message);
    case 'required':
      return 'Fill this in.';
    case 'string.email':
      return 'Write an address like name@example.com.';
    case 'string.pattern':
      return /^(website|links)/.test(field)
        ? 'Write a whole address that begins with https:// or http://.'
        : 'Fill this in.';
    case 'repeated.unique':
      return 'Each one may stand here once.';
    default:
      return sentence(message);
  }
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}

/** The form's field that an error is about: `company.name` and `links[2]` belong to `name` and `links`. */
export function fieldNameOf({ field }: FieldError): string {
  return field.replace(/\[.*$/, '').replace(/^.*\./, '');
}
