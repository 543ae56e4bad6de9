import { existsSync } from 'node:fs';

/** Root runs the server as this user and group: `nobody` on every Linux. */
const UNPRIVILEGED_ID = 65_534;

/** How the server's programs are started by the present user. */
export interface Launcher {
  /** The command that comes before the program's path. */
  readonly prefix: readonly string[];
  /** The owner of the data folder; null: the present user. */
  readonly ownerId: number | null;
}

/** On Linux the server shuts down in order when its starter is gone, however that ended. */
const WITH_ITS_STARTER = '--pdeathsig=INT';

/**
 * PostgreSQL refuses to run as root. Root therefore starts it as `nobody`, with one capability, `dac_override`: without
 * it the server could neither read its programs nor reach its data in a folder that only root can enter (a temporary
 * clone, /root). The lesser `dac_read_search` would do, but a container does not have it by default. The server could
 * thus read what root can: it listens on the loopback alone, and its superuser's password must be a random one.
 * @throws {Error} that says what to do where util-linux's `setpriv` is missing.
 */
export function launcherOfPresentUser(): Launcher {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  if (process.getuid?.() !== 0) {
    return { prefix: setpriv === undefined ? [] : [setpriv, WITH_ITS_STARTER, '--'], ownerId: null };
  }
  if (setpriv === undefined) {
    throw new Error(
      'PostgreSQL does not run as root and `setpriv` (util-linux) is missing: start as an ordinary user, or set ' +
        'DATABASE_URL to a PostgreSQL 18 server of your own.',
    );
  }
  const identity = [`--reuid=${UNPRIVILEGED_ID}`, `--regid=${UNPRIVILEGED_ID}`, '--clear-groups'];
  // initdb looks for its programs by access(2), which ignores the capability of another real user unless this bit is set.
  const heeded = '--securebits=+no_setuid_fixup';
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', heeded];
  return { prefix: [setpriv, WITH_ITS_STARTER, ...identity, ...capability, '--'], ownerId: UNPRIVILEGED_ID };
}
