import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Loads modules for mutation runs: sources with mutants, no Jest, services in this process. */
export function hookModules(root: string, sources: ReadonlyMap<string, string>): void {
  const here = (file: string) => new URL(file, import.meta.url).href;
  const inProcess = new Map(
    [
      ['packages/local-system/src/child-service.ts', 'in-process-service.ts'],
      ['tests/support/invite-admin.ts', 'in-process-invite.ts'],
    ].map(([file = '', replacement = '']) => [pathToFileURL(join(root, file)).href, here(replacement)]),
  );
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === '@jest/globals') return { url: here('jest-globals.ts'), shortCircuit: true };
      const resolved = next(specifier, context);
      return { ...resolved, url: inProcess.get(resolved.url) ?? resolved.url };
    },
    load: (url, context, next) => {
      const source = url.startsWith('file:') ? sources.get(fileURLToPath(url)) : undefined;
      if (source === undefined) return next(url, context);
      return { format: 'module', source: stripTypeScriptTypes(source), shortCircuit: true };
    },
  });
}
