import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { DemoCareer } from './careers.ts';
import { demoCompanies } from './companies.ts';
import { crowd } from './crowd.ts';
import { demoRows } from './demo-rows.ts';
import { demoLogos } from './logos.ts';
import { demoFounder, demoPeople } from './people.ts';
import { demoAdmins } from './staff.ts';

const companyNamed = (name: string) => demoCompanies.find((company) => company.name === name);
const published = demoCompanies.flatMap(({ posts }) => posts.filter(({ state }) => state === 'published'));

describe('the demo', () => {
  test.each([
    ['talent@demo.test', 'active', null],
    ['newcomer@demo.test', 'none', null],
    ['pending@demo.test', 'pending', null],
    ['suspended@demo.test', 'suspended', null],
    ['owner@demo.test', 'none', 'owner, active, in an active company'],
    ['member@demo.test', 'none', 'member, active, in an active company'],
    ['revoked@demo.test', 'none', 'member, revoked, in an active company'],
    ['disabled@demo.test', 'none', 'owner, active, in a disabled company'],
  ])('%s has talent access %s and is %s', (email, talentAccess, place) => {
    const person = demoPeople.find((candidate) => candidate.email === email);
    const membership = person?.membership;
    const condition = companyNamed(membership?.company ?? '')?.condition ?? 'active';
    const article = condition === 'active' ? 'an' : 'a';
    expect(person?.talentAccess).toBe(talentAccess);
    expect(
      membership === undefined
        ? null
        : `${membership.role}, ${membership.status}, in ${article} ${condition} company`,
    ).toBe(place);
  });

  test('has a full profile of the talent and of no other person to sign in as', () => {
    const [talent, ...others] = demoPeople;
    const { career, ...texts } = talent?.profile ?? { career: { none: '' } };
    for (const field of Object.values({ ...texts, ...career })) expect(field).not.toHaveLength(0);
    expect(others.filter(({ profile }) => profile !== undefined)).toEqual([]);
  });

  test('has a logo of most companies, which names it by its content', async () => {
    const logos = await demoLogos();
    expect(logos.size).toBeGreaterThan(30);
    expect(logos.size).toBeLessThan(demoCompanies.length);
    expect(new Set([...logos.values()].map(String)).size).toBe(logos.size);
    for (const logo of logos.values()) {
      expect(await sharp(logo).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
      expect(logo.length).toBeLessThan(10_000);
    }
    const now = 173 * 86_400_000;
    const tables = demoRows({ firstDay: 0, now, passwordHash: '', totpSecret: '', isNew: false, logos });
    const rowsOf = (name: string) => tables.find(({ table }) => table === name)?.rows ?? [];
    const hashes = rowsOf('employer.companies').map(({ logo_hash }) => logo_hash);
    expect(hashes.filter((hash) => hash !== '')).toEqual(
      rowsOf('employer.company_logos').map(({ hash }) => hash),
    );
  });

  test('has CVs that readers of PDF open, and applications that were sent with them and without', () => {
    const tables = demoRows({
      firstDay: 0,
      now: 173 * 86_400_000,
      passwordHash: '',
      totpSecret: '',
      isNew: true,
    });
    const rowsOf = (name: string) => tables.find(({ table }) => table === name)?.rows ?? [];
    const files = rowsOf('talent.cv_chunks').map(({ bytes }) =>
      Buffer.from(String(bytes).slice(2), 'hex').toString('latin1'),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const [, start = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(file) ?? [];
      expect(file.slice(Number(start))).toMatch(/^xref\n0 7\n/);
      const offsets = [...file.matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset));
      expect(offsets.map((offset, n) => file.startsWith(`${n + 1} 0 obj`, offset))).toEqual(
        Array(6).fill(true),
      );
      const [, length = '', stream = ''] = /\/Length (\d+) >>\nstream\n(.*?)\nendstream/s.exec(file) ?? [];
      expect(stream).toHaveLength(Number(length));
    }
    const sent = rowsOf('talent.applications').map(({ cv_id }) => cv_id);
    expect(
      new Set(rowsOf('talent.cvs').map(({ id }) => id)).isSupersetOf(
        new Set(sent.filter((id) => id !== null)),
      ),
    ).toBe(true);
    expect(sent).toContain(null);
  });

  test('has both kinds of staff', () => {
    expect(demoAdmins.map(({ email, role }) => [email, role])).toEqual([
      ['admin@demo.test', 'operator'],
      ['viewer@demo.test', 'viewer'],
    ]);
  });

  test('has every membership in a company that exists', () => {
    for (const { membership } of demoPeople) {
      if (membership !== undefined) expect(companyNamed(membership.company)).toBeDefined();
    }
  });

  test('has a catalogue that looks alive, and the owner has posts in every state', () => {
    expect(demoCompanies).toHaveLength(41);
    expect(demoCompanies.flatMap(({ posts }) => posts).length).toBe(302);
    expect(published.length).toBeGreaterThanOrEqual(240);
    expect(demoPeople.length + crowd.length + 1).toBe(201);
    const states = companyNamed('Harbour & Pine')?.posts.map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['published', 'draft', 'closed']));
  });

  test('has names and titles that do not clash, since ids are made from them', () => {
    const names = demoCompanies.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { posts } of demoCompanies) {
      expect(new Set(posts.map(({ title }) => title)).size).toBe(posts.length);
    }
  });
});

describe('the rows of the demo', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const tables = demoRows({
    firstDay: now - 173 * 86_400_000,
    now,
    passwordHash: 'x',
    totpSecret: 'y',
    isNew: true,
  });
  const rowsOf = (name: string) => {
    const table = tables.find((one) => one.table === name);
    if (table === undefined) throw new Error(`no rows of ${name}`);
    return table.rows;
  };
  const ids = (name: string) => new Set(rowsOf(name).map(({ id }) => id));

  test('have ids of their own, and point to rows that are there', () => {
    for (const name of [
      'identity.users',
      'employer.companies',
      'employer.job_posts',
      'talent.applications',
      'employer.invitations',
      'identity.audit_events',
    ]) {
      expect(ids(name).size).toBe(rowsOf(name).length);
    }
    const [users, companies, posts] = [
      ids('identity.users'),
      ids('employer.companies'),
      ids('employer.job_posts'),
    ];
    for (const row of rowsOf('talent.applications')) {
      expect([
        users.has(row['user_id']),
        posts.has(row['job_post_id']),
        companies.has(row['company_id']),
      ]).toEqual([true, true, true]);
    }
    for (const row of rowsOf('employer.org_memberships')) {
      expect([users.has(row['user_id']), companies.has(row['company_id'])]).toEqual([true, true]);
    }
  });

  test('have screening questions that the applications for these posts answer, and the talent can still apply for', () => {
    const [talent] = rowsOf('identity.users').filter(({ email }) => email === 'talent@demo.test');
    const asking = rowsOf('employer.job_posts').filter(
      ({ questions }) => Object.keys(questions ?? []).length > 0,
    );
    expect(asking.map(({ title, state }) => [title, state])).toEqual([
      ['Joiner for one-off pieces', 'published'],
      ['Product photographer', 'published'],
    ]);
    for (const { id, questions } of asking) {
      const applications = rowsOf('talent.applications').filter(({ job_post_id }) => job_post_id === id);
      expect(applications.length).toBeGreaterThan(5);
      expect(applications.map(({ user_id }) => user_id)).not.toContain(talent?.['id']);
      for (const { answers } of applications) {
        expect(Object.keys(answers ?? [])).toHaveLength(Object.keys(questions ?? []).length);
      }
    }
  });

  test('have a career in each profile, newest first, and in each application', () => {
    for (const { career } of [...rowsOf('talent.profiles'), ...rowsOf('talent.applications')]) {
      const { positions, education } = career as DemoCareer;
      expect([positions.length, education.length]).toEqual([expect.any(Number), 1]);
      expect(positions.length).toBeGreaterThan(1);
      const starts = positions.map(({ from_month }) => from_month);
      expect(starts).toEqual(starts.toSorted().toReversed());
      for (const { from_month, to_month } of positions) {
        expect(`${from_month} ${to_month}`).toMatch(/^20\d\d-\d\d (20\d\d-\d\d)?$/);
        expect(to_month === '' || from_month < to_month).toBe(true);
      }
    }
  });

  test('have a company that waits for its review with a first post, which no visitor has seen', () => {
    const waiting = rowsOf('employer.companies').filter(({ review_state }) => review_state === 'pending');
    expect(waiting.map(({ name }) => name)).toEqual(['Tidewater Ropewalk']);
    const isOfIt = ({ company_id }: Readonly<Record<string, unknown>>) => company_id === waiting[0]?.['id'];
    const posts = rowsOf('employer.job_posts').filter(isOfIt);
    expect(posts.map(({ state }) => state)).toEqual(['published', 'draft']);
    for (const name of ['talent.applications', 'identity.abuse_reports'])
      expect(rowsOf(name).filter(isOfIt)).toEqual([]);
    const saved = new Set(rowsOf('talent.saved_job_posts').map(({ job_post_id }) => job_post_id));
    expect(posts.filter(({ id }) => saved.has(id))).toEqual([]);
    // Tests of what is public take the newest posts.
    const newest = rowsOf('employer.job_posts').filter(({ state }) => state === 'published');
    const last = newest
      .toSorted((one, other) => String(one['id']).localeCompare(String(other['id'])))
      .slice(-5);
    expect(last.filter(isOfIt)).toEqual([]);
    const [owner] = rowsOf('identity.users').filter(({ email }) => email === demoFounder.email);
    const [membership] = rowsOf('employer.org_memberships').filter(isOfIt);
    expect(membership).toMatchObject({ user_id: owner?.['id'], role: 'owner', status: 'active' });
    expect(owner?.['created_at']).toBe(waiting[0]?.['created_at']);
  });

  test('give every list of the talent, the company and the staff something to show', () => {
    const [talent] = rowsOf('identity.users').filter(({ email }) => email === 'talent@demo.test');
    const ofTalent = (name: string) => rowsOf(name).filter(({ user_id }) => user_id === talent?.['id']);
    for (const name of ['talent.saved_searches', 'talent.saved_job_posts', 'talent.applications'])
      expect([name, ofTalent(name).length > 1]).toEqual([name, true]);
    expect(ofTalent('identity.notifications').some(({ read_at }) => read_at === null)).toBe(true);
    const own = new Set(ofTalent('talent.applications').map(({ id }) => id));
    const isOwn = ({ application_id }: Readonly<Record<string, unknown>>) => own.has(application_id);
    expect(rowsOf('talent.interviews').filter(isOwn).length).toBeGreaterThan(0);
    const readUntil = new Map(
      rowsOf('talent.message_reads').map(({ application_id, side, read_until }) => [
        `${String(application_id)} ${String(side)}`,
        String(read_until),
      ]),
    );
    const unread = (side: 'company' | 'applicant') =>
      rowsOf('talent.messages').filter(
        (message) =>
          message['side'] !== side &&
          String(message['delivered_at']) >
            (readUntil.get(`${String(message['application_id'])} ${side}`) ?? ''),
      );
    expect(unread('applicant').filter(isOwn).length).toBeGreaterThan(0);
    expect(unread('company').length).toBeGreaterThan(0);
    expect(
      rowsOf('identity.abuse_reports').filter(({ closed_at }) => closed_at === null).length,
    ).toBeGreaterThan(3);
    expect(rowsOf('employer.job_posts').filter(({ hidden_at }) => hidden_at !== null)).toHaveLength(1);
  });

  test('notify the talent and the members of what happened, of a message as long as it is unread', () => {
    const idsOf = (address: string) =>
      rowsOf('identity.users')
        .filter(({ email }) => email === address)
        .map(({ id }) => id);
    const kindsOf = (address: string) =>
      new Set(
        rowsOf('identity.notifications')
          .filter(({ user_id }) => idsOf(address).includes(user_id))
          .map(({ kind }) => kind),
      );
    const ofTalent = ['application_moved', 'message_received', 'interview_changed'];
    const ofOwner = ['application_received', 'message_received', 'interview_changed', 'offer_answered'];
    expect(kindsOf('talent@demo.test')).toEqual(new Set(ofTalent));
    expect(kindsOf('owner@demo.test')).toEqual(new Set(ofOwner));
    expect(kindsOf('member@demo.test')).toEqual(new Set([...ofOwner, 'application_assigned']));
    const members = [...idsOf('owner@demo.test'), ...idsOf('member@demo.test')];
    const toMembers = rowsOf('identity.notifications').filter(({ user_id }) => members.includes(user_id));
    const answers = toMembers.filter(({ kind }) => kind === 'interview_changed').map(({ value }) => value);
    expect(new Set(answers)).toEqual(new Set(['accepted', 'declined']));
    const deliveredOf = new Map(
      rowsOf('talent.messages').map(({ id, delivered_at }) => [String(id), String(delivered_at)]),
    );
    const ofMessages = rowsOf('identity.notifications').filter(({ kind }) => kind === 'message_received');
    for (const { subject_id, value, read_at } of ofMessages) {
      const [side, message = ''] = String(value).split(' ');
      const read = rowsOf('talent.message_reads').find(
        (one) => one['application_id'] === subject_id && one['side'] !== side,
      );
      const isRead = String(read?.['read_until'] ?? '') >= String(deliveredOf.get(message));
      expect([value, read_at !== null]).toEqual([value, isRead]);
    }
    const unread = rowsOf('identity.notifications').filter(({ read_at }) => read_at === null);
    const keys = unread.map(({ user_id, kind, subject_id, value }) =>
      [user_id, kind, subject_id, value].join(' '),
    );
    expect(new Set(keys).size).toBe(unread.length);
  });

  test('lie in the past', () => {
    for (const { rows } of tables) {
      for (const row of rows) {
        for (const [column, value] of Object.entries(row)) {
          const isPlanned = column === 'expires_at' || column === 'next_mail_at';
          if ((column === 'at' || column.endsWith('_at')) && !isPlanned && value !== null)
            expect(Date.parse(String(value))).toBeLessThanOrEqual(now);
        }
      }
    }
  });

  test('have one person a row and reserved addresses only', () => {
    const addresses = rowsOf('identity.users').map(({ email }) => String(email));
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) expect(address).toMatch(/^[a-z.-]+@(people\.)?demo\.test$/);
    for (const { website } of demoCompanies) expect(website).toMatch(/^https:\/\/[a-z-]+\.example$/);
  });

  test('have texts that read differently: hardly a paragraph comes more than a few times', () => {
    const paragraphs = rowsOf('employer.job_posts')
      .flatMap(({ description }) => String(description).split('\n\n'))
      // Headings are what reads alike.
      .filter((paragraph) => !paragraph.startsWith('#'));
    const counts = new Map<string, number>();
    for (const paragraph of paragraphs) counts.set(paragraph, (counts.get(paragraph) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(8);
    expect([...counts.values()].filter((count) => count === 1).length / counts.size).toBeGreaterThan(0.7);
  });

  test('have an audit trail that speaks of rows that are there, by people who are', () => {
    const tableOf: Readonly<Record<string, string>> = {
      user: 'identity.users',
      company: 'employer.companies',
      job_post: 'employer.job_posts',
      org_membership: 'employer.org_memberships',
      application: 'talent.applications',
      invitation: 'employer.invitations',
      admin: 'identity.admins',
    };
    const known = new Map(Object.entries(tableOf).map(([kind, table]) => [kind, ids(table)]));
    for (const { action, actor_kind, actor_id, subject_kind, subject_id } of rowsOf(
      'identity.audit_events',
    )) {
      expect([action, known.get(String(actor_kind))?.has(actor_id)]).toEqual([action, true]);
      expect([action, known.get(String(subject_kind))?.has(subject_id)]).toEqual([action, true]);
    }
  });

  test('give the demo company an invitation that is open and one that has run out', () => {
    const company = rowsOf('employer.companies').find(({ name }) => name === 'Harbour & Pine');
    const ends = rowsOf('employer.invitations')
      .filter(({ company_id }) => company_id === company?.['id'])
      .map(({ expires_at }) => Date.parse(String(expires_at)));
    expect([ends.some((end) => end > now), ends.some((end) => end <= now)]).toEqual([true, true]);
  });

  test('quote pay in what a country pays in', () => {
    const [zurich, bristol, lisbon] = ['Zurich', 'Bristol', 'Porto'].map((place) =>
      rowsOf('employer.job_posts').find(({ location }) => String(location).startsWith(place)),
    );
    expect(zurich?.['description']).toMatch(/We pay CHF \d/);
    expect(bristol?.['description']).toMatch(/We pay £\d/);
    expect(lisbon?.['description']).toMatch(/We pay €\d/);
  });

  test('have formatted texts in about a third of posts and companies, as the rich text has them', () => {
    for (const [name, column] of [
      ['employer.job_posts', 'description'],
      ['employer.companies', 'about'],
    ] as const) {
      const texts = rowsOf(name).map((row) => String(row[column]));
      const formatted = texts.filter((text) => /^(- |1\. )/m.test(text));
      expect(formatted.length / texts.length).toBeGreaterThan(0.25);
      expect(formatted.length / texts.length).toBeLessThan(0.45);
      for (const mark of [
        /^##? \S/m,
        /\*\*[^*]+\*\*/,
        /(^|\s)_[^_]+_/m,
        /\[[^\]]+\]\(https:\/\/[a-z-]+\.example\)/,
      ])
        expect([name, mark, formatted.some((text) => mark.test(text))]).toEqual([name, mark, true]);
    }
  });

  test('have pay by year, month, day and hour, and a country where a location names one', () => {
    const posts = rowsOf('employer.job_posts');
    const share = (column: string, value: unknown) =>
      posts.filter((row) => row[column] === value).length / posts.length;
    for (const [period, least] of [
      ['year', 0.2],
      ['month', 0.15],
      ['hour', 0.1],
      ['day', 0.02],
    ] as const)
      expect([period, share('pay_period', period) >= least]).toEqual([period, true]);
    const [words] = [{ year: 'a year', month: 'a month', day: 'a day', hour: 'an hour' }];
    for (const { pay_period, description } of posts.filter((row) => row['pay_period'] !== null))
      expect(String(description)).toMatch(new RegExp(`We pay .* ${words?.[pay_period as 'year']}`));
    const stateless = posts
      .filter(({ country_code }) => country_code === null)
      .map(({ location }) => location);
    expect([...new Set(stateless)].toSorted()).toEqual([
      ...['Remote', 'Remote, Europe', 'Remote, worldwide'],
    ]);
    expect(new Set(posts.map(({ country_code }) => country_code)).size).toBe(17);
  });

  test('give the demo company applications in every stage, and its overview something to show', () => {
    const company = rowsOf('employer.companies').find(({ name }) => name === 'Harbour & Pine');
    const ours = rowsOf('talent.applications').filter(({ company_id }) => company_id === company?.['id']);
    expect(ours.length).toBeGreaterThan(60);
    expect(new Set(ours.map(({ stage }) => stage)).size).toBe(5);
    expect(new Set(ours.map(({ offer_answer }) => offer_answer))).toEqual(
      new Set([null, 'accepted', 'declined']),
    );
    expect(rowsOf('talent.applications').length).toBeGreaterThan(350);
    expect(rowsOf('employer.application_notes').length).toBeGreaterThan(20);
    expect(rowsOf('talent.messages').length).toBeGreaterThan(50);
    expect(new Set(rowsOf('talent.interviews').map(({ state }) => state))).toEqual(
      new Set(['proposed', 'accepted', 'declined', 'cancelled']),
    );
    expect(rowsOf('employer.message_templates').length).toBe(3);
    expect(rowsOf('employer.application_ratings').length).toBeGreaterThan(20);
    expect(rowsOf('employer.application_assignments').length).toBeGreaterThan(20);
  });
});
