/**
 * Like `Promise.all`, but waits for each one also when one fails, so that none starts behind the caller's back.
 * @throws the first failure, in the order of the list.
 */
export async function allOrReason<Started>(
  starting: readonly Promise<Started>[],
): Promise<readonly Started[]> {
  await Promise.allSettled(starting);
  return Promise.all(starting);
}

/** Starts one thing for each name, all at the same time. @throws like `allOrReason`. */
export async function startEach<Name extends string, Started>(
  names: readonly Name[],
  start: (name: Name) => Promise<Started>,
): Promise<Readonly<Record<Name, Started>>> {
  const started = await allOrReason(names.map(async (name) => [name, await start(name)] as const));
  return Object.fromEntries(started) as Record<Name, Started>;
}
