import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Loads modules for mutation runs: sources with mutants, no Jest, services in this process. */
export function hookModules(root: string, sources: ReadonlyMap<string, string>): void {
  const here = (file: string) => new URL(file, import.meta.url).href;
  const childService = pathToFileURL(join(root, 'packages/local-system/src/child-service.ts')).href;
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === '@jest/globals') return { url: here('jest-globals.ts'), shortCircuit: true };
      const resolved = next(specifier, context);
      return resolved.url === childService ? { ...resolved, url: here('in-process-service.ts') } : resolved;
    },
    load: (url, context, next) => {
      const source = url.startsWith('file:') ? sources.get(fileURLToPath(url)) : undefined;
      if (source === undefined) return next(url, context);
      return { format: 'module', source: stripTypeScriptTypes(source), shortCircuit: true };
    },
  });
}
