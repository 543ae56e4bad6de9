import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Caller } from './callers.ts';

const COMMON = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const HOOKS = fileURLToPath(new URL('hooks.py', import.meta.url));

/**
 * Writes the caller's configuration: the common part, the host, the sessions and the known values.
 * @returns its path, in `folder`.
 */
export async function writeConfiguration(folder: string, caller: Caller, host: string): Promise<string> {
  const sessions = join(folder, 'sessions.json');
  const auth = caller.peers.map(({ name, cookie }) => ({
    name,
    fixedHeaders: [{ name: 'Cookie', value: cookie }],
  }));
  await writeFile(sessions, JSON.stringify({ auth }));
  const configuration = join(folder, 'schemathesis.toml');
  const parts = [
    // Sent to the loopback interface with the browser's host name: not every resolver knows team.localhost.
    `hooks = ${toml(HOOKS)}\nheaders = { Host = ${toml(host)} }`,
    await readFile(COMMON, 'utf8'),
    sessionsPart(sessions, caller),
    ...Object.entries(caller.known).map(([id, parameters]) => knownPart(id, parameters)),
  ];
  await writeFile(configuration, parts.join('\n'));
  return configuration;
}

function sessionsPart(path: string, { peers }: Caller): string {
  const [first] = peers;
  if (first === undefined) return '';
  const names = peers.map(({ name }) => name);
  const others = names.length > 1 ? `peers = ${toml(names)}\n` : '';
  return `[auth.wfc]\npath = ${toml(path)}\nuser = ${toml(first.name)}\n${others}`;
}

/** Each known value in half of the cases, so that the others use generated ones. */
function knownPart(operationId: string, parameters: Readonly<Record<string, string>>): string {
  const names = Object.keys(parameters);
  const dictionaryOf = (name: string) => toml(`${operationId} ${name}`);
  return [
    ...names.map((name) => `[dictionaries.${dictionaryOf(name)}]\nvalues = [${toml(parameters[name])}]`),
    `[[operations]]\ninclude-operation-id = ${toml(operationId)}\n[operations.parameters]`,
    ...names.map((name) => `${toml(name)} = { dictionary = ${dictionaryOf(name)}, probability = 0.5 }`),
    '',
  ].join('\n');
}

/** JSON's strings and lists of strings are also TOML's. */
const toml = (value: unknown) => JSON.stringify(value);
