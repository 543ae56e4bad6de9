import { getContainerRuntimeClient, type StartedTestContainer } from 'testcontainers';
import type { RunningPart } from '../running-system.ts';

/** How a container ended. */
export interface Ending {
  readonly exitCode: number;
  readonly tookMillis: number;
}

/** One container of the system, and what can befall it. */
export interface PartInstance extends RunningPart {
  /** SIGTERM; SIGKILL after a grace period of 15 seconds. */
  terminate(): Promise<Ending>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again after `terminate` or `kill`; `url` may be another one afterwards. */
  startAgain(): Promise<void>;
  /** Freezes every process in it: connections stay open, and nothing answers. */
  pause(): Promise<void>;
  unpause(): Promise<void>;
  /** Takes it off its network. */
  cutOff(): Promise<void>;
  /** Puts it back, under the names that it had. */
  reconnect(): Promise<void>;
}

const GRACE_SECONDS = 15;

/** runc gives the kernel a moment to freeze a container's processes; on a busy machine that can be too short. */
const FREEZE_ATTEMPTS = 5;

/**
 * @param port that it listens on inside.
 * @param network name of the network that it is on.
 * @param aliases its names there.
 */
export function partInstance({
  name,
  container,
  port,
  network,
  aliases,
}: {
  name: string;
  container: StartedTestContainer;
  port: number;
  network: string;
  aliases: readonly string[];
}): PartInstance {
  const id = container.getId();
  let mappedPort = container.getMappedPort(port);
  const engine = async () => (await getContainerRuntimeClient()).container.dockerode;
  const self = async () => (await engine()).getContainer(id);
  const ownNetwork = async () => (await engine()).getNetwork(container.getNetworkId(network));
  return {
    name,
    get url() {
      return `http://127.0.0.1:${mappedPort}`;
    },
    terminate: async () => {
      const startedAt = Date.now();
      await (await self()).stop({ t: GRACE_SECONDS });
      const { State } = await (await self()).inspect();
      return { exitCode: State.ExitCode, tookMillis: Date.now() - startedAt };
    },
    kill: async () => void (await (await self()).kill()),
    startAgain: async () => {
      await (await self()).start();
      const { NetworkSettings } = await (await self()).inspect();
      // The engine gives a container that starts again another port of this machine.
      mappedPort = Number(NetworkSettings.Ports[`${port}/tcp`]?.[0]?.HostPort ?? mappedPort);
    },
    pause: async () => freeze(await self()),
    unpause: async () => void (await (await self()).unpause()),
    cutOff: async () => void (await (await ownNetwork()).disconnect({ Container: id })),
    reconnect: async () =>
      void (await (
        await ownNetwork()
      ).connect({
        Container: id,
        EndpointConfig: { Aliases: [...aliases] },
      })),
  };
}

async function freeze(container: { pause(): Promise<unknown> }): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await container.pause();
      return;
    } catch (error) {
      const isBusy = error instanceof Error && error.message.includes('unable to freeze');
      if (!isBusy || attempt === FREEZE_ATTEMPTS) throw error;
    }
  }
}
