import { existsSync } from 'node:fs';

/** Root runs the server as this user and group: `nobody` on every Linux. */
const NOBODY = 65_534;

/** How the server's programs are started by the present user. */
export interface Launcher {
  /** What stands in front of the program's path. */
  readonly prefix: readonly string[];
  /** The owner of the data folder; null: the present user. */
  readonly ownerId: number | null;
}

/**
 * PostgreSQL refuses to run as root. Root therefore starts it as `nobody`, with the one capability that lets it reach a
 * project in a folder which only root can enter (a temporary clone, /root); the server stays unable to write what
 * `nobody` does not own in any other way than through that capability, and it listens on the loopback alone.
 * @throws {Error} that says what to do where util-linux's `setpriv` is missing.
 */
export function launcherOfPresentUser(): Launcher {
  if (process.getuid?.() !== 0) return { prefix: [], ownerId: null };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  if (setpriv === undefined) {
    throw new Error(
      'PostgreSQL does not run as root and `setpriv` (util-linux) is missing: start as an ordinary user.',
    );
  }
  const identity = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return { prefix: [setpriv, ...identity, ...capability, '--'], ownerId: NOBODY };
}
