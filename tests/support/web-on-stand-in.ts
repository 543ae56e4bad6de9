import { byAddressVariable } from '@gatehouse/contract';
import { type StoppablePart, startWebTier } from '@gatehouse/testkit';
import type { StandInApi } from './stand-in-api.ts';

/**
 * Starts the web tier on the hosts `public.test` and `team.test`, with the stand-in in place of each API service.
 * @param environment further variables.
 */
export const startWebOnStandIn = (
  api: StandInApi,
  environment: Readonly<Record<string, string>> = {},
): Promise<StoppablePart> =>
  startWebTier({
    PUBLIC_HOST: 'public.test',
    TEAM_HOST: 'team.test',
    ...byAddressVariable(() => api.url),
    LOG_LEVEL: 'fatal',
    ...environment,
  });
