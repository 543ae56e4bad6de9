import pg from 'pg';

/** The object that Stryker's code in the instrumented sources reads. */
interface Namespace {
  activeMutant?: string;
  currentTestId?: string;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}

const realm = globalThis as typeof globalThis & { __stryker__?: Namespace };
realm.__stryker__ ??= {};
export const stryker: Namespace = realm.__stryker__;

/** What the services' connections have sent. */
export const sql = {
  /** The changed texts by the original ones. */
  active: new Map<string, string>() as ReadonlyMap<string, string>,
  /** The name of each statement that was sent, by its text. */
  seen: new Map<string, string>(),
  /** Texts by the test in which they were sent; `''`: outside a test. */
  byTest: new Map<string, Set<string>>(),
  /** SQLSTATEs of the errors that the changed text caused. */
  errors: new Set<string>(),
};

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/** Makes every connection of this process send the changed text instead of the original. */
export function switchSql(): void {
  const query = pg.Client.prototype.query as unknown as Query;
  const switched: Query = function (config, ...rest) {
    if (typeof config !== 'object' || config === null || !('name' in config) || !('text' in config))
      return Reflect.apply(query, this, [config, ...rest]);
    const { name, text } = config as { name: string; text: string };
    sql.seen.set(text, name);
    const test = stryker.currentTestId ?? '';
    const inTest = sql.byTest.get(test);
    if (inTest === undefined) sql.byTest.set(test, new Set([text]));
    else inTest.add(text);
    const to = sql.active.get(text);
    if (to === undefined) return Reflect.apply(query, this, [config, ...rest]);
    // Without its name: a connection that has prepared the original would reject another text of that name.
    const changed = { ...config, name: undefined, text: to };
    const result = Reflect.apply(query, this, [changed, ...rest.map((given) => noting(given))]);
    if (result instanceof Promise) result.catch((error: unknown) => noteError(error));
    return result;
  };
  pg.Client.prototype.query = switched as never;
}

/** Also a callback sees errors, where there is no promise. */
function noting(given: unknown): unknown {
  if (typeof given !== 'function') return given;
  return (error: unknown, ...rest: unknown[]) => {
    noteError(error);
    return Reflect.apply(given, undefined, [error, ...rest]);
  };
}

function noteError(error: unknown): void {
  if (error instanceof Error && 'code' in error) sql.errors.add(String(error.code));
}
