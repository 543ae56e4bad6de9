import { makePerson } from '@gatehouse/testkit';
import { type History, Recorder, untilOver } from './history.ts';
import type { Model } from './linearizability.ts';
import type { RevokingSystem } from './revocations.ts';

/** The name of each such history. */
export const NAME_CHANGES = 'a user changes the name';

export type NameInput = { readonly name: string } | 'read';
export const NAME: Model<string, NameInput, string> = {
  initial: 'Test Person',
  step: (name, input, output) => {
    if (input === 'read') return output === name ? [name] : [];
    return output === null ? [name, input.name] : [input.name];
  },
  // No two writes have the same name.
  canExplain: (input, output) => input !== 'read' && input.name === output,
};

/** One user writes names and reads them, without a pause. */
export async function nameHistory({
  database,
  publicHost,
}: Pick<RevokingSystem, 'database' | 'publicHost'>): Promise<History> {
  const { cookie } = await makePerson(database);
  const recorder = new Recorder(NAME_CHANGES, NAME);
  let count = 0;
  const readOnce = () =>
    recorder.record(
      'read',
      () => publicHost.request('/api/identities/user_sessions/current', { cookie }),
      (status, body) =>
        status === 200 ? (body as { identities_user: { name: string } }).identities_user.name : undefined,
    );
  const writeOnce = async () => {
    count += 1;
    const name = `Name ${count}`;
    await recorder.record(
      { name },
      () => publicHost.request('/api/identities/users/current', { method: 'PATCH', cookie, body: { name } }),
      (status) => (status === 200 ? name : undefined),
    );
  };
  return recorder.history(async (isOver) => {
    await Promise.all([untilOver(isOver, readOnce), untilOver(isOver, writeOnce)]);
    await readOnce();
  });
}
