import type { DescService } from '@bufbuild/protobuf';
import { contracts as generated } from '../generated/contracts.js';
import { API_SERVICES, type ApiService } from './api-services.ts';

export type { ContractServices } from '../generated/contracts.js';

/** The contract of each API service: the services of its proto package. */
export const contracts: Readonly<Record<ApiService, readonly DescService[]>> = generated;

/** Every service of the contract. */
export const wholeContract: readonly DescService[] = API_SERVICES.flatMap((name) => contracts[name]);
