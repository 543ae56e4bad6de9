import type { TestSystem } from '@gatehouse/testkit';
import { waitFor } from './wait-for.ts';

type Mail = Awaited<ReturnType<TestSystem['local']['mails']>>[number];

/** The newest mail to an address, once there is one. @param about its subject, and a part of its text; of any unless given. */
export function nextMail(
  { local }: { readonly local: Pick<TestSystem['local'], 'mails'> },
  to: string,
  about: { readonly subject?: string; readonly text?: string } = {},
): Promise<Mail> {
  const { subject, text = '' } = about;
  return waitFor(async () =>
    (await local.mails()).find(
      (mail) => mail.to === to && mail.subject === (subject ?? mail.subject) && mail.text.includes(text),
    ),
  );
}
