import { lookup } from 'node:dns/promises';

const REFRESH_MILLIS = 1000;

/** The instances behind a name, as they come and go. */
export interface Instances {
  /** Base URLs, one for each address of the name; empty while it has none. */
  readonly urls: readonly string[];
  stop(): void;
}

/**
 * Follows a name whose addresses are the instances of a part, as a container network's or a headless service's are. It
 * is asked each second; while the name server itself does not answer, the last addresses stand.
 * @param url for example `http://identity:8080`.
 */
export async function followInstances(url: string): Promise<Instances> {
  const { hostname } = new URL(url);
  let urls: readonly string[] = [];
  const refresh = async () => {
    try {
      const addresses = await lookup(hostname, { all: true, family: 4 });
      urls = addresses.map(({ address }) => withHost(url, address)).toSorted();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOTFOUND') urls = [];
    }
  };
  await refresh();
  const timer = setInterval(() => void refresh(), REFRESH_MILLIS);
  return {
    get urls() {
      return urls;
    },
    stop: () => clearInterval(timer),
  };
}

function withHost(url: string, address: string): string {
  const changed = new URL(url);
  changed.hostname = address;
  return changed.origin;
}
