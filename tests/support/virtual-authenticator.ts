import type { CDPSession, Page } from 'playwright-core';

/** Chromium's virtual authenticator: a device of one browser that unlocks itself. */
export interface VirtualAuthenticator {
  /** How many passkeys it has. */
  count(): Promise<number>;
  /** Answers as a copy of itself that was made when its counters were at `counter`. */
  goBackTo(counter: number): Promise<void>;
  /** Whether its user answers by themselves. @param answers false: every ceremony waits. */
  setAnswers(answers: boolean): Promise<void>;
}

/** Gives the page's browser a device that keeps passkeys. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const credentials = async () =>
    (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    count: async () => (await credentials()).length,
    goBackTo: async (signCount) => {
      for (const credential of await credentials()) {
        const { credentialId } = credential;
        await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
        await session.send('WebAuthn.addCredential', {
          authenticatorId,
          credential: { ...credential, signCount },
        });
      }
    },
    setAnswers: async (enabled) => {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}
