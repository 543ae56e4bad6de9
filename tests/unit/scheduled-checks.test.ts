import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { selectFiles } from '../assurance/files.ts';
import { assuranceResults } from '../assurance/results.ts';

interface AssuranceJob {
  readonly strategy: { readonly matrix: { readonly folder: readonly string[] } };
  readonly 'timeout-minutes': number;
  readonly steps: readonly { readonly run?: string; readonly with?: { readonly path?: string } }[];
}

const { jobs } = parse(readFileSync(new URL('.github/workflows/scheduled.yml', REPOSITORY_ROOT), 'utf8')) as {
  readonly jobs: { readonly assurance: AssuranceJob };
};
const { strategy, steps, 'timeout-minutes': timeoutMinutes } = jobs.assurance;
const FOLDER = /\$\{\{ matrix\.folder \}\}/;
const command = steps.find(({ run }) => run?.startsWith('make assurance'))?.run ?? '';
const uploaded = steps.find((step) => step.with?.path !== undefined)?.with?.path ?? '';

/** The files that a runner of GitHub has all parts for. */
const ALL = selectFiles('', { containers: false, cluster: false });
const parts = strategy.matrix.folder.map((folder) => {
  const [, wanted = ''] = command.replace(FOLDER, folder).split('FILE=');
  const files = selectFiles(wanted, { containers: false, cluster: false });
  return { folder, files, path: uploaded.replace(FOLDER, folder) };
});

describe('.github/workflows/scheduled.yml', () => {
  test('runs each file of `make assurance` in one job', () => {
    expect(parts.flatMap(({ files }) => files).toSorted()).toEqual(ALL.toSorted());
  });

  test.each(parts)('uploads the results of $folder, and no others', ({ files, path }) => {
    const pathOf = (file: string) => `tests/assurance/results/${file.replaceAll('/', '-')}.json`;
    expect(ALL.filter((file) => matchesGlob(pathOf(file), path))).toEqual(files);
  });

  test.each(parts)('$folder ends in time on a runner that takes half as long again', ({ files }) => {
    const minutes = files.reduce(
      (sum, file) => sum + (assuranceResults.read(file)?.minutes ?? Number.POSITIVE_INFINITY),
      0,
    );
    expect(minutes * 1.5).toBeLessThan(timeoutMinutes);
    // GitHub's limit of a job.
    expect(timeoutMinutes).toBeLessThan(360);
  });
});
