import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Bundles a script with what it imports into one minified text without imports, for a `<script>` within a document.
 * @param file path of the module that runs, absolute or below the repository's root.
 */
export async function bundleScript(file: string): Promise<string> {
  const { output } = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    build: { write: false, rolldownOptions: { input: file, output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput;
  return output[0].code.trim();
}

/** Imports `file.ts?inline-script` as the text of that script; in the build for browsers, which never render the text, as an empty one. */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    load: {
      filter: { id: /\?inline-script$/ },
      async handler(id) {
        const file = id.slice(0, id.indexOf('?'));
        const text = this.environment.name === 'client' ? '' : await bundleScript(file);
        return { code: `export default ${JSON.stringify(text)};`, moduleType: 'js' };
      },
    },
  };
}
