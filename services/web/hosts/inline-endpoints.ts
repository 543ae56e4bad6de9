import { endpoints, type JsonEndpointId } from '@gatehouse/contract/wire';
import type { Plugin } from 'vite';

const QUOTED_ID = /(['"])([A-Za-z]+Service\.[A-Za-z]+)\1/g;

const ID = /\b[A-Za-z]+Service\.[A-Za-z]+\b/g;

/**
 * For the browser's build of a host: where its sources name an endpoint, its scripts have what the contract's table says of
 * it, and no table: that was 3 kB of each first visit, with the paths of endpoints that a page never calls.
 */
export function inlineEndpoints(): Plugin {
  return {
    name: 'inline-endpoints',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      filter: { id: /\/endpoint-table\.ts$/ },
      handler(id, importer) {
        return this.resolve(id.replace('endpoint-table', 'inlined-endpoint'), importer);
      },
    },
    transform: {
      filter: { id: /\/services\/web\/[^?]*\.tsx?(?:\?|$)/ },
      handler: (code) => code.replaceAll(QUOTED_ID, (_quoted, _quote, id: string) => inlined(id)),
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const ids = file.type === 'chunk' ? (file.code.match(ID) ?? []) : [];
        const left = ids.find((id) => id in endpoints);
        if (left !== undefined)
          this.error(`${left} is still an id in ${file.fileName}: write it as a literal`);
      }
    },
  };
}

/** @throws {Error} for an id that the contract does not know. */
function inlined(id: string): string {
  const endpoint = endpoints[id as JsonEndpointId];
  if (endpoint === undefined) throw new Error(`${id} is no endpoint of the contract`);
  return JSON.stringify([endpoint.method, endpoint.path, ...(endpoint.hasBody ? ['body'] : [])].join(' '));
}
