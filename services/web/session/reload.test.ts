import { expect, test } from '@jest/globals';
import { announceSessionChange, announceSignOut, onSessionChange } from './reload.ts';

/** Node waits for open channels, and a tab never closes its own. */
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    (this as unknown as { unref(): void }).unref();
  }
};

test('a change of the session is announced to the other tabs, and never to the tab that made it: its action is on the way to another page', async () => {
  const heard: string[] = [];
  const other = new BroadcastChannel('gatehouse-session');
  const stop = onSessionChange((change) => heard.push(`here: ${change}`));
  const toldOther = new Promise<void>((resolve) => {
    other.onmessage = ({ data }) => {
      heard.push(`other tab: ${data}`);
      if (data === 'signed_out') resolve();
    };
  });

  announceSessionChange();
  announceSignOut();
  await toldOther;
  // Messages of one channel arrive in order: this one comes after the announcement, had it come here.
  const toldHere = new Promise<void>((resolve) => {
    const stopWaiting = onSessionChange(() => {
      stopWaiting();
      resolve();
    });
  });
  other.postMessage('changed');
  await toldHere;
  stop();
  other.close();

  expect(heard).toEqual(['other tab: changed', 'other tab: signed_out', 'here: changed']);
});
