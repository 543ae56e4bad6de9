/** Writes docs/evidence/licences.md: what the images hold of others' work. A test fails when it is out of date. */
import { writeFileSync } from 'node:fs';
import { shippedPackages } from './production-packages.ts';
import { REPOSITORY_ROOT } from './repository-root.ts';

/** The document. */
export function renderLicences(): string {
  const packages = shippedPackages();
  const counts = Map.groupBy(packages, ({ license }) => license);
  const summary = [...counts]
    .toSorted(([, left], [, right]) => right.length - left.length)
    .map(([license, all]) => `| ${license} | ${all.length} |`);
  const rows = packages.map(({ name, version, license }) => `| \`${name}\` | ${version} | ${license} |`);
  return `# Licences

The packages of others in the images, by the lock file; made by \`npm run generate\`. \`make sbom\` writes the same as CycloneDX. Gatehouse itself is
under Apache-2.0. \`supply-chain.test.ts\` takes no licence that is not listed there by name.

| licence | packages |
|---|---|
${summary.join('\n')}

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`;
}

if (import.meta.main) writeFileSync(new URL('docs/evidence/licences.md', REPOSITORY_ROOT), renderLicences());
