/**
 * Builds the S3-compatible store of the tests from the Go module proxy where it is missing: this takes minutes once, then it is
 * kept. With `--where-possible` a machine without Go builds nothing, and the tests are skipped with a warning.
 */
import { ensureTool, findTool, hasGo } from './go-tools.ts';
import { OBJECT_STORE_TOOL } from './object-store.ts';

const isOptional = process.argv[2] === '--where-possible';

if (findTool(OBJECT_STORE_TOOL) === null && !(hasGo() && ensureTool(OBJECT_STORE_TOOL))) {
  console.error('NO VERSITYGW: Go 1.26 builds it.');
  if (!isOptional) process.exitCode = 1;
}
