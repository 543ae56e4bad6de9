/** What `find` finds, looked for until it is there. @throws {Error} after half a minute: a busy machine is no failure. */
export async function waitFor<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error('it did not come in half a minute');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
