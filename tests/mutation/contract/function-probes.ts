import type { FunctionDefinition } from './function-definitions.ts';

const SCHEMA = 'mutation_probes';
const NOTICE = 'reached: ';

/** What the owner of a database runs once, before the definitions of `probed`. */
export const PROBE_SET_UP = [
  `create schema ${SCHEMA}`,
  `grant usage on schema ${SCHEMA} to public`,
  `create function ${SCHEMA}.reach(name text) returns boolean language plpgsql as $$
begin
  raise notice '${NOTICE}%', name;
  return true;
end $$`,
];

/** The function, which tells each client whose statement calls it: statistics do not count functions that are inlined. */
export function probed({ name, text, body, isPlpgsql }: FunctionDefinition): string {
  const reach = `${SCHEMA}.reach('${name}')`;
  const before = text.slice(0, body.start);
  const written = text.slice(body.start, body.end);
  const after = text.slice(body.end);
  if (body.kind === 'return') return `${before} (case when ${reach} then (${written}) end)${after}`;
  if (isPlpgsql) return `${before}${written.replace(/\bbegin\b/, `begin perform ${reach};`)}${after}`;
  return `${before} select ${reach};${written}${after}`;
}

/** The name of the function that a notice tells of; null: it is another notice. */
export function reachedBy(message: string | undefined): string | null {
  return message?.startsWith(NOTICE) === true ? message.slice(NOTICE.length) : null;
}
