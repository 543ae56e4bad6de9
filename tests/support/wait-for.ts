/** Polls `find` until it returns a value. @throws {Error} after 30 seconds, which a busy machine does not reach. */
export async function waitFor<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error('nothing was found within 30 seconds');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
