/** `make generate`, once `buf` has written the code of the contract: writes every other generated file. */
import { writeFileSync } from 'node:fs';
import { REPOSITORY_ROOT } from '#support/repository-root.ts';
import { GENERATED_FILES } from './generated-files.ts';

for (const [path, render] of Object.entries(GENERATED_FILES)) {
  writeFileSync(new URL(path, REPOSITORY_ROOT), render());
}
