import type { TestSystem } from '@gatehouse/testkit';
import { waitFor } from './wait-for.ts';

/** The tokens of the links to `page` that were mailed to an address, newest first. */
export async function mailedTokens(system: TestSystem, to: string, page: string): Promise<readonly string[]> {
  const link = new RegExp(`/${page}#token=([\\w-]{43})$`, 'm');
  const mails = (await system.local.mails()).filter((mail) => mail.to === to);
  return mails.flatMap(({ text }) => link.exec(text)?.[1] ?? []);
}

/** The token of the next link to `page`, once it has arrived; `known` are the tokens that came before. */
export function nextMailedToken(
  system: TestSystem,
  to: string,
  page: string,
  known: readonly string[] = [],
): Promise<string> {
  return waitFor(async () => (await mailedTokens(system, to, page)).find((token) => !known.includes(token)));
}

/** The address of the next link with a token that is mailed to an address. */
export function nextMailedLink(system: TestSystem, to: string): Promise<string> {
  return waitFor(async () => {
    const mail = (await system.local.mails()).find((one) => one.to === to);
    return /http\S+#token=\S+/.exec(mail?.text ?? '')?.[0];
  });
}
