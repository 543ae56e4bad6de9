/**
 * Polls `find` until it returns a value.
 * @param timeout in milliseconds: 30 seconds, which a busy machine does not reach.
 * @throws {Error} after it.
 */
export async function waitFor<T extends object | string | number | true>(
  find: () => T | undefined | Promise<T | undefined>,
  timeout = 30_000,
): Promise<T> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`nothing was found within ${timeout / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
