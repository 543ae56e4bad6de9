const CONTRACT_FILES = [
  'access/zero-staleness',
  'access/starved-revocations',
  'access/starved-by-moves',
  'access/starved-by-uploads',
  'access/write-flood',
  'access/joining-races',
  'access/deletion-races',
  'sessions/credential-races',
  'sessions/passkey-races',
  'sessions/email-change-races',
  'sessions/sign-up',
  'outage/outage-under-load',
  'outage/fail-over',
  'hostile/hostile-input',
  'resources/mail-attacks',
  'boundary/text-forms',
  'hostile/request-smuggling',
  'hostile/framing-attacks',
  'access/foreign-ids',
  'sessions/session-attacks',
  'sessions/throttles',
  'sessions/throttle-memory',
  'resources/shared-resources',
  'hostile/slow-clients',
  'hostile/web-hostile',
  'boundary/hosts',
  'sessions/enrolment-races',
  'sessions/second-factor-attacks',
  'access/joining',
  'telemetry/client-traces',
  'outage/outage-log',
].map((file) => `contract/${file}`);
/** On containers of the built images; a contract test among them runs once more, behind nginx. */
export const CONTAINER_FILES = [
  'containers/shared-cache',
  'containers/faults',
  'containers/contract/hostile/framing-attacks',
];
/** On a cluster that has the images. */
export const CLUSTER_FILES = [
  'cluster/front-door',
  'cluster/quickstart',
  'cluster/release',
  'cluster/fail-over',
];
/** Every contract test, in its ordinary size. */
export const POOLER = 'support/pgbouncer-tests';

/** Every file that `make assurance` can run, in its order. */
export const ALL_FILES = [...CONTRACT_FILES, POOLER, ...CONTAINER_FILES, ...CLUSTER_FILES];

/**
 * The files whose path contains `wanted`; all if it is empty.
 * @param available whether the files that need containers or a cluster can run.
 */
export function selectFiles(
  wanted: string,
  available: { readonly containers: boolean; readonly cluster: boolean },
): readonly string[] {
  return ALL_FILES.filter(
    (file) =>
      file.includes(wanted) &&
      (available.containers || !CONTAINER_FILES.includes(file)) &&
      (available.cluster || !CLUSTER_FILES.includes(file)),
  );
}
