/** What `find` finds, looked for until it is there. @throws {Error} after ten seconds. */
export async function waitFor<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error('it did not come in ten seconds');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
