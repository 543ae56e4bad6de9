import type { MailDefinition, ValuesOf } from './define-mail.ts';
import { MAILS, type MailKind } from './mails.ts';
import { fillSlots } from './render-mail.ts';

/** Where a preview's links would lead: it does not show where. */
const NO_ORIGIN = 'https://preview.invalid';

/** A mail's subject and words, as its recipient will read them; "(link)" is where a link will be. */
export function previewMail<Kind extends MailKind>(
  kind: Kind,
  values: ValuesOf<(typeof MAILS)[Kind]['slots']>,
): { readonly subject: string; readonly text: string } {
  const definition = MAILS[kind] as unknown as MailDefinition;
  const filled = fillSlots(definition, values, NO_ORIGIN, new Date());
  const texts = definition
    .paragraphs(filled)
    .map((paragraph) => (typeof paragraph === 'string' ? paragraph : '(link)'));
  return { subject: definition.subject(filled), text: texts.join('\n\n') };
}
