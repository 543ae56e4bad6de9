import { randomBytes, randomUUID } from 'node:crypto';
import {
  addressOf,
  makeAdmin,
  makeColleague,
  makeJobPost,
  type TestDatabase,
  type TestPerson,
} from '@gatehouse/testkit';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { beforeMailDecisions, fromNow, HOUR } from '#support/mail-parties.ts';

let database: TestDatabase;
let owner: TestPerson;
let elsewhere: TestPerson;
let talent: TestPerson;
let post: string;
let application: string;
const {
  change,
  resultOf,
  insert,
  changeApplication,
  withdraw,
  changeCompany,
  disable,
  enable,
  setChoice,
  makeNews,
} = beforeMailDecisions((made) => {
  ({ database, owner, elsewhere, talent, post, application } = made);
});

describe('mail is sent only while it is true', () => {
  const isCurrent = (
    kind: string,
    topic: string | null,
    to: { readonly userId: string } | { readonly adminId: string } = owner,
    ids: readonly string[] | null = null,
  ) => resultOf('identity.is_mail_current($1, $2, $3, $4)', [kind, addressOf(to), topic, ids]);

  test('without a topic, always', async () => {
    for (const kind of ['application_stage', 'staff_link', 'news'])
      expect(await isCurrent(kind, null)).toBe(true);
  });

  test('of a stage: while applicants see it', async () => {
    const ofStage = () => isCurrent('application_stage', application);
    expect(await ofStage()).toBe(false);
    for (const stage of ['interview', 'offer', 'rejected']) {
      await changeApplication(`stage = '${stage}'`);
      expect(await ofStage()).toBe(true);
    }
    expect(await isCurrent('application_stage', randomUUID())).toBe(false);
    await disable();
    expect(await ofStage()).toBe(false);
    await enable();
    await withdraw();
    expect(await ofStage()).toBe(false);
  });

  describe.each(['invitation_to_account', 'invitation_to_new_address'])('of an invitation: %s', (kind) => {
    let invitation: string;
    const isOpen = (company = owner, invited = talent) => isCurrent(kind, company.companyId, invited);
    beforeEach(async () => {
      invitation = await insert('employer.invitations', {
        company_id: owner.companyId,
        email: addressOf(talent),
        role: 'member',
        token_hash: `\\x${randomBytes(32).toString('hex')}`,
        invited_by: owner.userId,
        created_at: fromNow(0),
        expires_at: fromNow(HOUR),
      });
    });

    test('while it is open, to its address', async () => {
      expect(await isOpen()).toBe(true);
      expect(await isOpen(elsewhere)).toBe(false);
      expect(await isOpen(owner, elsewhere)).toBe(false);
      await disable();
      expect(await isOpen()).toBe(false);
    });

    test.each([
      'accepted_at = now(), accepted_by = invited_by',
      'withdrawn_at = now()',
      "expires_at = now() - interval '1 minute'",
    ])('not with %s', async (set) => {
      await change('employer.invitations', set, invitation);
      expect(await isOpen()).toBe(false);
    });

    test('that it names, if it names one', async () => {
      const isNamedOpen = (ids: readonly string[]) => isCurrent(kind, owner.companyId, talent, ids);
      expect([await isNamedOpen([invitation]), await isNamedOpen([randomUUID()])]).toEqual([true, false]);
    });

    test('to an account only at a verified address', async () => {
      await change('identity.users', 'email_verified_at = null', talent.userId);
      expect(await isOpen()).toBe(kind === 'invitation_to_new_address');
    });
  });

  test('of a company: to its owners, and except of its condition while it may act', async () => {
    const KINDS_OF_OWNERS = [
      ['company_condition_changed', owner.companyId, elsewhere.companyId],
      ['company_reviewed', owner.companyId, elsewhere.companyId],
      ['job_post_visibility_changed', post, await makeJobPost(database, elsewhere)],
    ] as const;
    const member = await makeColleague(database, owner, 'member');
    const former = await makeColleague(database, owner);
    await change('employer.org_memberships', "status = 'revoked', revoked_by = 'staff'", former.membershipId);
    for (const [kind, topic, foreign] of KINDS_OF_OWNERS) {
      expect([kind, await isCurrent(kind, topic)]).toEqual([kind, true]);
      expect([kind, await isCurrent(kind, foreign)]).toEqual([kind, false]);
      for (const to of [member, former, elsewhere, talent])
        expect([kind, await isCurrent(kind, topic, to)]).toEqual([kind, false]);
    }
    await disable();
    for (const [kind, topic] of KINDS_OF_OWNERS)
      expect([kind, await isCurrent(kind, topic)]).toEqual([kind, kind === 'company_condition_changed']);
  });

  describe('of staff', () => {
    type Admin = Awaited<ReturnType<typeof makeAdmin>>;
    let operator: Admin;
    let viewer: Admin;
    beforeEach(async () => {
      [operator, viewer] = [await makeAdmin(database, 'operator'), await makeAdmin(database, 'viewer')];
    });

    test('a request: to operators who can sign in, while it is open', async () => {
      const request = await insert('identity.staff_requests', {
        admin_id: viewer.adminId,
        kind: 'promote',
        reason: 'x',
        requested_by: operator.adminId,
        requested_at: fromNow(0),
        expires_at: fromNow(HOUR),
      });
      const asked = await makeAdmin(database, 'operator');
      const isAsked = (to: Parameters<typeof addressOf>[0] = asked) =>
        isCurrent('staff_approval_requested', request, to);
      expect(await isAsked()).toBe(true);
      expect(await isAsked(viewer)).toBe(false);
      expect(await isAsked(owner)).toBe(false);
      expect(await isCurrent('staff_approval_requested', randomUUID(), asked)).toBe(false);
      await change('identity.admins', 'disabled_at = now()', asked.adminId);
      expect(await isAsked()).toBe(false);
      expect(await isAsked(operator)).toBe(true);
      await change('identity.staff_requests', "decided_at = now(), outcome = 'withdrawn'", request);
      expect(await isAsked(operator)).toBe(false);
      await change(
        'identity.staff_requests',
        "decided_at = null, outcome = null, expires_at = now() - interval '1 minute'",
        request,
      );
      expect(await isAsked(operator)).toBe(false);
    });

    test('a link: while it can be used', async () => {
      const link = await insert('identity.admin_enrolments', {
        token_hash: `\\x${randomBytes(32).toString('hex')}`,
        admin_id: viewer.adminId,
        created_at: fromNow(0),
        expires_at: fromNow(HOUR),
      });
      const isOpen = ({ adminId } = viewer) => isCurrent('staff_link', adminId);
      expect(await isOpen()).toBe(true);
      expect(await isOpen(operator)).toBe(false);
      await change('identity.admin_enrolments', 'used_at = now()', link);
      expect(await isOpen()).toBe(false);
      await change(
        'identity.admin_enrolments',
        "used_at = null, expires_at = now() - interval '1 minute'",
        link,
      );
      expect(await isOpen()).toBe(false);
    });
  });

  test('of the deletion of an account: while that is so', async () => {
    const deletion = async (topic: string) => [
      await isCurrent('account_deletion_requested', topic),
      await isCurrent('account_deletion_cancelled', topic),
    ];
    expect(await deletion(talent.userId)).toEqual([false, true]);
    await change('identity.users', 'deletion_requested_at = now(), deletion_due_at = now()', talent.userId);
    expect(await deletion(talent.userId)).toEqual([true, false]);
    expect(await deletion(randomUUID())).toEqual([false, false]);
  });

  test('of a saved search: while visitors see each post that it names', async () => {
    const second = await makeJobPost(database, owner);
    const isSeen = (...ids: string[]) => isCurrent('saved_search', randomUUID(), talent, ids);
    expect(await isSeen(post, second)).toBe(true);
    expect(await isSeen()).toBe(true);
    expect(await isSeen(post, randomUUID())).toBe(false);
    await change('employer.job_posts', 'expires_on = current_date - 2', second);
    expect(await isSeen(post, second)).toBe(false);
    await disable();
    expect(await isSeen(post)).toBe(false);
    await enable();
    await changeCompany("review_state = 'pending'");
    expect(await isSeen(post)).toBe(false);
  });

  describe('of notifications: while each is', () => {
    const isNews = (...ids: string[]) => isCurrent('digest', randomUUID(), talent, ids);

    test('unread, wanted, true, and there', async () => {
      const news = await makeNews('message_received', application);
      const moved = await makeNews('application_moved', application, { value: 'revoked' });
      expect(await isNews(news, moved)).toBe(true);
      expect(await isNews()).toBe(true);
      expect(await isNews(news, randomUUID())).toBe(false);
      await change('identity.notifications', 'read_at = now()', moved);
      expect(await isNews(news, moved)).toBe(false);
      await setChoice('message_received', 'never');
      expect(await isNews(news)).toBe(false);
    });

    test('not of an application that is no longer true', async () => {
      const moved = await makeNews('application_moved', application);
      await disable();
      expect(await isNews(moved)).toBe(false);
    });

    test('of what its user sees, or of a role that has ended', async () => {
      const unseen = [
        await makeNews('role_changed', `${owner.companyId}`, { value: 'member' }),
        await makeNews('offer_answered', `${owner.companyId}`, { value: 'revoked' }),
      ];
      for (const id of unseen) expect(await isNews(id)).toBe(false);
      expect(await isNews(await makeNews('role_changed', `${owner.companyId}`, { value: 'revoked' }))).toBe(
        true,
      );
      expect(
        await isNews(await makeNews('role_changed', `${owner.companyId}`, { value: 'owner' }, owner)),
      ).toBe(true);
    });
  });
});
