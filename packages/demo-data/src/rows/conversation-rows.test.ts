import { expect, test } from '@jest/globals';
import { companyId } from '../times-and-ids.ts';
import { interviewRows } from './conversation-rows.ts';

const FIRST_DAY = Date.parse('2026-01-05T00:00:00Z');
const LONDON = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

test.each(['2026-07-10T12:00:00Z', '2026-11-27T12:00:00Z'])(
  'U6: at %s the interviews of the demo company are proposed for different working hours to come, and have every state',
  (today) => {
    const now = Date.parse(today);
    const ours = companyId('Harbour & Pine', FIRST_DAY);
    const applications = Array.from({ length: 30 }, (_, n) => ({
      id: `application ${n}`,
      company_id: ours,
      user_id: `user ${n}`,
      stage: 'interview',
      updated_at: new Date(now - 86_400_000).toISOString(),
    }));
    const rows = interviewRows({
      applications,
      authorIds: ['owner'],
      talentId: 'talent',
      ownerIds: new Map(),
      firstDay: FIRST_DAY,
      now,
    });
    const statesOf = (state: string) => rows.filter((row) => row['state'] === state);
    expect([statesOf('declined').length, statesOf('cancelled').length]).toEqual([1, 1]);
    const accepted = statesOf('accepted').map((row) => String(row['accepted_start']));
    expect(accepted.length).toBeGreaterThan(5);
    expect(new Set(accepted.map((start) => start.slice(0, 10))).size).toBeGreaterThan(3);
    expect(new Set(accepted.map((start) => start.slice(11))).size).toBeGreaterThan(3);
    for (const { starts } of rows) {
      const times = (starts as string[]).map((start) => Date.parse(start));
      expect(times).toEqual([...new Set(times)].toSorted());
      for (const time of times) {
        expect(time).toBeGreaterThan(now);
        expect(LONDON.format(time)).toMatch(/^(Mon|Tue|Wed|Thu|Fri),? (09|1[0-6]):00$/);
      }
    }
  },
);
