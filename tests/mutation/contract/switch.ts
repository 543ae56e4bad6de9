import pg from 'pg';
import { reachedBy } from './function-probes.ts';

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
  /** Names of the probed functions of the database that were called, by test as well. */
  functionsByTest: new Map<string, Set<string>>(),
  /** Whether a function of the database is changed: any statement may call it. */
  isFunctionChanged: false,
  /** SQLSTATEs of the errors that the changed text caused. */
  errors: new Set<string>(),
};

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

/** Makes every connection of this process send the changed text instead of the original, and tell which functions it calls. */
export function switchSql(): void {
  const query = pg.Client.prototype.query as unknown as Query;
  const heard = new WeakSet<pg.Client>();
  const switched: Query = function (config, ...rest) {
    if (!heard.has(this)) this.on('notice', ({ message }) => noteReached(message));
    heard.add(this);
    const named = isNamed(config) ? config : null;
    if (named !== null) {
      sql.seen.set(named.text, named.name);
      addTo(sql.byTest, named.text);
    }
    const to = named === null ? undefined : sql.active.get(named.text);
    if (to === undefined && !sql.isFunctionChanged) return Reflect.apply(query, this, [config, ...rest]);
    // Without its name: a connection that has prepared the original would reject another text of that name.
    const changed = to === undefined ? config : { ...named, name: undefined, text: to };
    const result = Reflect.apply(query, this, [changed, ...rest.map((given) => noting(given))]);
    if (result instanceof Promise) result.catch((error: unknown) => noteError(error));
    return result;
  };
  pg.Client.prototype.query = switched as never;
}

function isNamed(config: unknown): config is { readonly name: string; readonly text: string } {
  return typeof config === 'object' && config !== null && 'name' in config && 'text' in config;
}

function noteReached(message: string | undefined): void {
  const name = reachedBy(message);
  if (name !== null) addTo(sql.functionsByTest, name);
}

/** Under the running test. */
function addTo(byTest: Map<string, Set<string>>, reached: string): void {
  const test = stryker.currentTestId ?? '';
  const inTest = byTest.get(test);
  if (inTest === undefined) byTest.set(test, new Set([reached]));
  else inTest.add(reached);
}

/** Also a callback sees errors, where there is no promise. */
function noting(given: unknown): unknown {
  if (typeof given !== 'function') return given;
  return (error: unknown, ...rest: unknown[]) => {
    noteError(error);
    return Reflect.apply(given, undefined, [error, ...rest]);
  };
}

/** What a function, or the rights of a role, refuse on purpose. */
const REFUSED = '42501';

function noteError(error: unknown): void {
  if (!(error instanceof Error) || !('code' in error)) return;
  if (sql.isFunctionChanged && error.code === REFUSED) return;
  sql.errors.add(String(error.code));
}
