/**
 * The result of a call, in time: also if the call does not react to its signal.
 * @throws what the call throws; what `errorOf` makes once `millis` have passed, which then aborts the signal, too.
 */
export async function within<T>(
  millis: number,
  call: (signal: AbortSignal) => Promise<T>,
  errorOf: () => Error = () => new Error(`no answer within ${millis} ms`),
): Promise<T> {
  const ending = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = errorOf();
    reject(error);
    ending.abort(error);
  }, millis);
  try {
    return await Promise.race([call(ending.signal), ended]);
  } finally {
    clearTimeout(timer);
  }
}
