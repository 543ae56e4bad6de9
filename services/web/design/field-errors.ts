import type { FieldError } from '@gatehouse/contract/wire';

/** A field's error as a sentence for the user. */
export function fieldErrorMessage({ field, code, message }: FieldError): string {
  switch (code) {
    case 'string.min_len':
      return /at least 1 character/.test(message) ? 'This field is required.' : sentence(message);
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
