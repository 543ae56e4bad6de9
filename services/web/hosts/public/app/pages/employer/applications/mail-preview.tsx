import type { Application } from '@gatehouse/contract/wire';

/** The email that a change of stage sends, as the applicant gets it. */
export function MailPreview({ mail }: { mail: Application['mails'][number] }) {
  return (
    <section className="mail-preview" aria-label="Email">
      <p>
        <strong>{mail.subject}</strong>
      </p>
      <p className="prose" dir="auto">
        {mail.text}
      </p>
    </section>
  );
}
