import type { Application } from '@gatehouse/contract/wire';

/** The email that a change of stage sends, as the applicant gets it. */
export function MailPreview({
  mail,
  message = '',
}: {
  mail: Application['mails'][number];
  /** What the company writes, as it is typed. */
  message?: string;
}) {
  return (
    <section className="mail-preview" aria-label="Email">
      <p>
        <strong>{mail.subject}</strong>
      </p>
      <p className="prose" dir="auto">
        {textWith(mail, letterOf(message))}
      </p>
    </section>
  );
}

function textWith(
  { text, text_before_message: before, text_after_message: after }: Application['mails'][number],
  letter: string,
): string {
  return letter === '' || before === undefined || after === undefined ? text : before + letter + after;
}

/** A mail has the lines of a message without empty ones between them. */
function letterOf(message: string): string {
  return message
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}
