/** `copy-manifests.ts FOLDER`: copies the manifests and the lock file, which change seldom. */
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';

const target = process.argv[2];
if (target === undefined) throw new Error('usage: copy-manifests.ts FOLDER');
for (const path of globSync('{package.json,package-lock.json,{packages,services,deploy}/*/package.json}'))
  cpSync(path, join(target, path));
