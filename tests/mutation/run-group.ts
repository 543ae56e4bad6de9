/** Runs Stryker on files of one group, in the current folder, which it changes: `run.ts` starts it in a copy. */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { MUTATION_GROUPS } from './groups.ts';
import type { TriedMutant } from './mutant.ts';
import { textAt } from './text-at.ts';

const [name, resultsPath, ...files] = process.argv.slice(2);
const group = MUTATION_GROUPS.find((one) => one.name === name);
if (group === undefined || resultsPath === undefined)
  throw new Error('usage: run-group.ts GROUP RESULTS FILE...');

const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));

const results = await new Stryker({
  mutate: files,
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: {
    projectType: 'custom',
    configFile: 'tests/mutation/jest.config.js',
    config: { testMatch: group.tests.map((test) => `<rootDir>/${test}`) },
    enableFindRelatedTests: false,
  },
  inPlace: true,
  disableTypeChecks: false,
  coverageAnalysis: 'perTest',
  // Long enough that on a busy machine only a hanging mutant reaches it.
  timeoutMS: 60_000,
  // A worker keeps the modules of finished runs in memory.
  maxTestRunnerReuse: 60,
  concurrency: 2,
  reporters: ['dots'],
  allowConsoleColors: false,
}).runMutationTest();

const tried: TriedMutant[] = results.map(({ fileName, mutatorName, location, replacement, status }) => {
  const file = relative(process.cwd(), fileName);
  return {
    file,
    line: location.start.line,
    mutator: mutatorName,
    original: textAt(sources.get(file) ?? '', location, 1),
    replacement,
    status,
  };
});
writeFileSync(resultsPath, JSON.stringify(tried));
