import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { HOST_FROM_INSIDE } from '../system-kind.ts';
import { type ImageName, imageOf } from './images.ts';

/** Where every part listens. */
export const PART_PORT = 8080;

const LINES_KEPT = 40;

/** A container of one of our images, with no more power than production gives it. */
export class PartContainer extends GenericContainer {
  readonly #part: ImageName;
  readonly #onOutput: (line: string) => void;

  /** @param onOutput gets each line that it writes, with its name in front. */
  constructor(part: ImageName, onOutput: (line: string) => void = () => undefined) {
    super(imageOf(part));
    this.#part = part;
    this.#onOutput = onOutput;
    this.hostConfig.ReadonlyRootfs = true;
    this.withDroppedCapabilities('ALL')
      .withSecurityOpt('no-new-privileges')
      .withExtraHosts([{ host: HOST_FROM_INSIDE, ipAddress: 'host-gateway' }])
      .withStartupTimeout(60_000);
  }

  /** Listens on `PART_PORT`, published at a port of this machine, and has started when `path` answers 200. */
  listening(path: string, hostPort?: number): this {
    const answers = Wait.forHttp(path, PART_PORT, { abortOnContainerExit: true });
    this.withExposedPorts(hostPort === undefined ? PART_PORT : { container: PART_PORT, host: hostPort });
    return this.withWaitStrategy(answers.forStatusCode(200).withReadTimeout(500));
  }

  /** @throws {Error} naming the image, with the container's last words. */
  override async start(): Promise<StartedTestContainer> {
    const words: string[] = [];
    this.withLogConsumer((stream) => {
      createInterface({ input: stream as Readable }).on('line', (line) => {
        words.push(line);
        if (words.length > LINES_KEPT) words.shift();
        this.#onOutput(`${this.#part.padEnd(8)} ${line}`);
      });
    });
    try {
      return await super.start();
    } catch (error) {
      throw new Error(`${this.imageName.string} does not start:\n${words.join('\n')}`, { cause: error });
    }
  }
}
