/**
 * Tries every mutant of the boundary code and writes docs/mutation.md. Fails on a mutant that survives unlisted, and on
 * a listed one that does not survive. With the name of a group it tries that one alone and writes nothing.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EQUIVALENT_MUTANTS } from './equivalent.ts';
import { filesOf, MUTATION_GROUPS } from './groups.ts';
import { judge, onOneLine, type TriedMutant } from './mutant.ts';
import { renderMutation } from './render.ts';
import { copyWorkingTree } from './temporary-copy.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const wanted = process.argv[2];
const groups = MUTATION_GROUPS.filter(({ name }) => wanted === undefined || name === wanted);
if (groups.length === 0) {
  throw new Error(`no group ${wanted}; there are: ${MUTATION_GROUPS.map(({ name }) => name).join(', ')}`);
}

const copy = copyWorkingTree(ROOT);
process.once('exit', copy.remove);
let running: ChildProcess | undefined;
// The copy goes when nothing works in it any more.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => running?.kill(signal));

const tried: TriedMutant[] = [];
for (const { name } of groups) tried.push(...(await tryGroup(name)));

const files = groups.flatMap((group) => filesOf(group, ROOT));
const judgement = judge(
  tried,
  EQUIVALENT_MUTANTS.filter(({ file }) => files.includes(file)),
);
const outOfTime = judgement.killed.filter(({ status }) => status === 'Timeout');
for (const { file, line, status, mutator, original, replacement } of [...outOfTime, ...judgement.survivors]) {
  console.error(`${file}:${line} ${status} (${mutator}): ${onOneLine(original)} → ${onOneLine(replacement)}`);
}
for (const { file, mutator, original } of judgement.outdated) {
  console.error(`${file}: listed as equivalent, but does not survive (${mutator}): ${onOneLine(original)}`);
}
if (judgement.survivors.length + judgement.outdated.length > 0) process.exitCode = 1;
else if (wanted === undefined) writeFileSync(join(ROOT, 'docs/mutation.md'), renderMutation(judgement));

/** In a process of its own: Stryker works on the current folder, and ends what it has started with its process. */
async function tryGroup(name: string): Promise<TriedMutant[]> {
  const startedAt = Date.now();
  const results = join(copy.path, 'mutants.json');
  running = spawn(process.execPath, ['tests/mutation/run-group.ts', name, results], {
    cwd: copy.path,
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
  });
  const [code] = await once(running, 'exit');
  if (code !== 0) throw new Error(`Stryker has failed on ${name} (${code})`);
  const mutants = JSON.parse(readFileSync(results, 'utf8')) as TriedMutant[];
  console.log(`${name}: ${mutants.length} mutants in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  return mutants;
}
