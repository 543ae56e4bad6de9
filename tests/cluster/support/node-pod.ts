import { apply, kubectl } from './cluster.ts';

/** A script to run inside the cluster. */
export interface NodePod {
  readonly namespace: string;
  readonly name: string;
  /** Any of the system's images: they contain Node. */
  readonly image: string;
  readonly script: string;
}

/** Starts a pod that runs a script with Node, under the restricted Pod Security Standard. */
export async function startNodePod({ namespace, name, image, script }: NodePod): Promise<void> {
  await apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 60,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'node',
          image,
          imagePullPolicy: 'IfNotPresent',
          command: ['node', '--eval', script],
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  });
}

/**
 * Runs a function with Node in a pod of its own, which is deleted afterwards.
 * @param run takes JSON, uses nothing outside itself, and returns JSON.
 * @throws {Error} with the pod's log when it fails.
 */
export async function runInPod<Input, Output>(
  { namespace, name, image }: Omit<NodePod, 'script'>,
  run: (input: Input) => Promise<Output>,
  input: Input,
): Promise<Output> {
  // The tests' compiler has removed its types.
  const script = `(${run.toString()})(${JSON.stringify(input)}).then((output) => console.log(JSON.stringify(output)))`;
  await startNodePod({ namespace, name, image, script });
  const args = ['--namespace', namespace];
  try {
    await kubectl(
      ...args,
      'wait',
      '--for=jsonpath={.status.phase}=Succeeded',
      `pod/${name}`,
      '--timeout=120s',
    );
  } catch (error) {
    throw new Error(await kubectl(...args, 'logs', name), { cause: error });
  }
  const output = await kubectl(...args, 'logs', name);
  await kubectl(...args, 'delete', 'pod', name, '--grace-period=1');
  return JSON.parse(output);
}
