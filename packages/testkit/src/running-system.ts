import type { ApiService } from '@gatehouse/contract';
import type { ReceivedMail } from '@gatehouse/mailbox';

/** A part of the system that runs. */
export interface RunningPart {
  readonly name: string;
  /** One instance, past the ingress. */
  readonly url: string;
}

/** A running part that its starter stops. */
export interface StoppablePart extends RunningPart {
  stop(): Promise<void>;
}

export type PartName = ApiService | 'web';

/** The system, whatever it runs as: processes of this machine, or containers. */
export interface RunningSystem {
  /** Of the ingress, on the loopback. */
  readonly port: number;
  /** `localhost:12345` */
  readonly publicHost: string;
  /** `team.localhost:12345` */
  readonly teamHost: string;
  readonly services: Readonly<Record<PartName, readonly RunningPart[]>>;
  /** The mails that the system has sent, newest first. */
  mails(): Promise<readonly ReceivedMail[]>;
  stop(): Promise<void>;
}
