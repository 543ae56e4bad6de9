/**
 * Tries the mutants of each file that has no result for its present code, or of the files of the named group, stores the result
 * in `results` and writes docs/evidence/mutation.md, after each group. Of the other files it tries those mutants that had
 * survived; of a named group without any, all. Fails on an unlisted survivor, on a listed one that does not survive, and on a score below the minimum. With a
 * second argument it tries only the mutants of a contract group whose file or text contains it, and stores nothing.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { copyWorkingTree } from '#support/temporary-copy.ts';
import { CONTRACT_GROUPS } from './contract/contract-groups.ts';
import { placeOf } from './contract/function-definitions.ts';
import { contractFilesOf, RUNNER_VERSION, tryContractGroup } from './contract/run-contract-group.ts';
import { EQUIVALENT_MUTANTS } from './equivalent.ts';
import { filesOf, MUTATION_GROUPS, type MutationGroup } from './groups.ts';
import { type EquivalentMutant, isSame, judge, onOneLine, outdatedOf, type TriedMutant } from './mutant.ts';
import { renderMutation } from './render.ts';
import { changedOf, digestsOf, mutationResults, resultOf, resultOfFiles, scoreOf } from './results.ts';

const ROOT = fileURLToPath(REPOSITORY_ROOT);
const MIN_SCORE = 95;

const [wanted, only = ''] = process.argv.slice(2);
const all = [...MUTATION_GROUPS, ...CONTRACT_GROUPS];
if (wanted !== undefined && !all.some(({ name }) => name === wanted)) {
  throw new Error(`no group ${wanted}; there are: ${all.map(({ name }) => name).join(', ')}`);
}

for (const group of all.filter(({ name }) => wanted === undefined || name === wanted)) {
  const startedAt = Date.now();
  const isContract = CONTRACT_GROUPS.includes(group);
  const files = isContract ? contractFilesOf(group, ROOT) : filesOf(group, ROOT);
  const digests = digestsOf(files, ROOT, isContract ? RUNNER_VERSION : '');
  const stored = mutationResults.read(group.name);
  const unchanged = files.filter((file) => !changedOf(stored, digests).includes(file));
  const found = stored === null ? null : resultOfFiles(stored, unchanged);
  const hasLeft = stored !== null && Object.keys(stored.digests).some((file) => !files.includes(file));
  const hasWork = unchanged.length < files.length || hasLeft || found === null || found.survivors.length > 0;
  if (wanted === undefined && !hasWork) continue;

  // Stryker tries whole files.
  const isKept = (file: string) => isContract || !found?.survivors.some((survivor) => survivor.file === file);
  const kept = found === null || !hasWork ? null : resultOfFiles(found, unchanged.filter(isKept));
  const triedFiles = files.filter((file) => kept?.digests[file] === undefined);
  const isWanted = (mutant: Omit<TriedMutant, 'status'>) =>
    only === ''
      ? triedFiles.includes(mutant.file) ||
        kept?.survivors.some((survivor) => survivor.line === mutant.line && isSame(survivor, mutant)) === true
      : `${mutant.file} ${mutant.original} ${mutant.replacement}`.includes(only);
  const tried = isContract
    ? await tryContractGroup(group, ROOT, isWanted, printProgress)
    : await tryUnitGroup(group, triedFiles);
  const listed = EQUIVALENT_MUTANTS.filter(({ file }) => files.includes(file));
  const judgement = judge(tried, listed);
  const { killed, equivalent, invalid, survivors } = judgement;
  console.log(
    `${group.name}: ${tried.length} mutants, ${killed.length} killed, ${equivalent.length} alive and listed, ${survivors.length} alive, ` +
      `${invalid.length} invalid, ${Math.round((Date.now() - startedAt) / 1000)} s`,
  );
  if (only !== '') continue;
  const result = resultOf({ group: group.name, digests, millis: Date.now() - startedAt }, judgement, kept);
  const outdated = outdatedOf(listed, result.alive);
  complain(outdated);
  if (survivors.length + outdated.length > 0 || scoreOf(result) < MIN_SCORE) process.exitCode = 1;
  mutationResults.write(group.name, result);
  writePage();
}
if (only === '') writePage();

function writePage(): void {
  writeFileSync(join(ROOT, 'docs/evidence/mutation.md'), renderMutation(ROOT));
}

function complain(outdated: readonly EquivalentMutant[]): void {
  for (const { file, mutator, original } of outdated) {
    console.error(`${file}: listed as alive, but does not survive (${mutator}): ${onOneLine(original)}`);
  }
}

function describe({ file, line, status, mutator, original, replacement }: TriedMutant): void {
  const place = placeOf(file, ROOT);
  const name = place === file ? '' : ` ${file}`;
  console.error(
    `${place}:${line}${name} ${status} (${mutator}): ${onOneLine(original)} → ${onOneLine(replacement)}`,
  );
}

/** A run of a contract group takes minutes, so each survivor is printed immediately. */
function printProgress(mutant: TriedMutant, tried: number, all: number): void {
  if (mutant.status !== 'Killed') describe(mutant);
  if (tried % 25 === 0) console.log(`${tried} of ${all} mutants`);
}

/** In a copy of the tree and its own process: Stryker changes the current folder and ends its own child processes. */
async function tryUnitGroup({ name }: MutationGroup, files: readonly string[]): Promise<TriedMutant[]> {
  const copy = copyWorkingTree(ROOT);
  process.once('exit', copy.remove);
  let running: ChildProcess | undefined;
  // The copy is removed when no process uses it.
  const stop = (signal: NodeJS.Signals) => void running?.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  const results = join(copy.path, 'mutants.json');
  running = spawn(process.execPath, ['tests/mutation/run-group.ts', name, results, ...files], {
    cwd: copy.path,
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --no-warnings' },
  });
  const [code] = await once(running, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  if (code !== 0) throw new Error(`Stryker failed on ${name} (${code})`);
  const mutants = JSON.parse(readFileSync(results, 'utf8')) as TriedMutant[];
  copy.remove();
  return mutants;
}
