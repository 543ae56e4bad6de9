import { readFileSync } from 'node:fs';
import { buildPasswordFilter } from '#services/identity/src/passwords/password-filter.ts';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { renderAccessMatrix } from './access-matrix.ts';
import { commonPasswords } from './common-passwords.ts';
import { renderConfiguration } from './configuration.ts';
import { renderData, renderKeptData } from './data.ts';
import { renderLicences } from './licences.ts';
import { renderOpenApi } from './openapi.ts';
import { renderChartServices, renderNginx } from './routes.ts';
import { renderFindings, renderRules } from './rules.ts';
import { renderTelemetry } from './telemetry.ts';

/** A file as it is, for those of which a part is generated. */
const current = (path: string) => readFileSync(new URL(path, REPOSITORY_ROOT), 'utf8');

/** The content of every generated file, by its path from the root; the code of the contract is written by `buf`. */
export const GENERATED_FILES: Readonly<Record<string, () => string | Uint8Array>> = {
  'docs/openapi.json': renderOpenApi,
  'docs/access-matrix.md': renderAccessMatrix,
  'docs/configuration.md': renderConfiguration,
  'docs/data.md': renderData,
  'docs/rules.md': renderRules,
  'docs/telemetry.md': () => renderTelemetry(current('docs/telemetry.md')),
  'docs/evidence/findings.md': renderFindings,
  'docs/evidence/licences.md': renderLicences,
  'deploy/compose/nginx.conf': () => renderNginx(current('deploy/compose/nginx.conf')),
  'deploy/helm/gatehouse/files/services.json': renderChartServices,
  'services/web/hosts/public/app/pages/privacy/kept-data.ts': renderKeptData,
  'services/identity/src/passwords/common-passwords.bin': () =>
    new Uint8Array(buildPasswordFilter(commonPasswords()).buffer),
};
