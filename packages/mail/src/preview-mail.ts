import type { MailDefinition, ValuesOf } from './define-mail.ts';
import { MAILS, type MailKind } from './mails.ts';
import { fillSlots } from './render-mail.ts';

/** Where a preview's links would lead: it shows none. */
const NO_ORIGIN = 'https://preview.invalid';

/** A mail's subject and words, as its recipient will read them, without its links. */
export function previewMail<Kind extends MailKind>(
  kind: Kind,
  values: ValuesOf<(typeof MAILS)[Kind]['slots']>,
): { readonly subject: string; readonly text: string } {
  const definition = MAILS[kind] as unknown as MailDefinition;
  const filled = fillSlots(definition, values, NO_ORIGIN);
  const texts = definition.paragraphs(filled).filter((paragraph) => typeof paragraph === 'string');
  return { subject: definition.subject(filled), text: texts.join('\n\n') };
}
