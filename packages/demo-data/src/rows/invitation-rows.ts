import { createHash } from 'node:crypto';
import { demoCompanies } from '../companies.ts';
import { demoId } from '../demo-id.ts';
import type { DemoPerson } from '../people.ts';
import { companyId, HOUR_MILLIS, personId } from '../times-and-ids.ts';

const DAY_HOURS = 24;
const VALID_DAYS = 7;

/** Invitations: address, role, age in days. One that is older than a week has expired. */
const ASKED = [
  ['ines.carvalho', 'member', 1],
  ['bram.verhoeven', 'member', 3],
  ['sofie.lund', 'owner', 5],
  ['tomas.kral', 'member', 16],
] as const;

/** Open and expired invitations: four at Harbour & Pine, one at every third other company. */
export function invitationRows({
  people,
  firstDay,
  now,
}: {
  people: readonly DemoPerson[];
  firstDay: number;
  now: number;
}): readonly Readonly<Record<string, unknown>>[] {
  return demoCompanies.flatMap(({ name, condition, review }, index) => {
    const owner = people.findIndex(
      ({ membership }) => membership?.company === name && membership.role === 'owner',
    );
    const inviter = people[owner];
    if (inviter === undefined || condition !== 'active' || review !== 'approved') return [];
    const asked = name === 'Harbour & Pine' ? ASKED : index % 3 === 1 ? [ASKED[index % ASKED.length]] : [];
    return asked.flatMap((one) => {
      if (one === undefined) return [];
      const [person, role, days] = one;
      const at = now - (days * DAY_HOURS + (index % 9)) * HOUR_MILLIS;
      const key = `${name} asks ${person}`;
      return [
        {
          id: demoId(key, at),
          company_id: companyId(name, firstDay),
          email: `${person}@people.demo.test`,
          role,
          // Of a random token: these links were never sent.
          token_hash: `\\x${createHash('sha256')
            .update(crypto.getRandomValues(new Uint8Array(32)))
            .digest('hex')}`,
          invited_by: personId(inviter.email, owner, firstDay),
          created_at: new Date(at).toISOString(),
          expires_at: new Date(at + VALID_DAYS * DAY_HOURS * HOUR_MILLIS).toISOString(),
        },
      ];
    });
  });
}
