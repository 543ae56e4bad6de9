import type { Transaction } from '@gatehouse/boundary';
import { describe, expect, test } from '@jest/globals';
import type { ApplicationRow } from './application-row.ts';
import { moveToStage, undoStageChange } from './stage-change.ts';
import { findStageMail } from './stage-mail.ts';

/** Applications whose offers were made a moment ago. */
function makeRows(count: number): ApplicationRow[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{
      id: `application-${index}`,
      job_post_id: 'post',
      job_post_title: 'Bell founder',
      user_id: `user-${index}`,
    },
    ...{ name: 'Ada Applies', email: `${index}@moves.test`, stage: 'offer', message: '', etag: '"1"' },
    ...{ headline: '', summary: '', skills: [], location: '', links: [], answers: [] },
    ...{ rating_average: null, rating_count: null, own_rating: null },
    ...{ assignee_membership_id: null, assignee_name: null, is_assigned_to_reader: null },
    ...{ created_at: new Date(0), updated_at: new Date(0), withdrawn_at: null },
    ...{ offer_answer: null, next_interview_at: null },
    has_unread_messages: false,
    ...{ cv_name: null, cv_size: 0, cv_uploaded_at: new Date(0) },
  }));
}

/** A transaction in which every mail waits and every statement succeeds; `statements` names what it has run. */
function makeTransaction(different: Record<string, (values: readonly unknown[]) => object[]> = {}) {
  const statements: string[] = [];
  const answers: Record<string, (values: readonly unknown[]) => object[]> = {
    write_application_stages: ([ids, stages]) =>
      (ids as string[]).map((id, index) => ({
        ...{ id, stage: (stages as string[])[index], updated_at: new Date(), etag: '"2"' },
      })),
    find_topic_mails: ([, topics]) =>
      (topics as string[]).map((topic) => ({
        ...{ topic, waits_until: new Date(), state_before: 'interview', told_state: null },
      })),
    drop_waiting_mails: ([, topics]) =>
      (topics as string[]).map((topic) => ({ topic, state_before: 'interview' })),
    is_undo_late: () => [{ is_late: false }],
    find_addresses_of_applicants: ([ids]) =>
      (ids as string[]).map((id) => ({ id, email: `${id}@moves.test` })),
    ...different,
  };
  const run = async (name: string) => {
    statements.push(name);
  };
  const tx = {
    query: async ({ name }: { name: string }, values: readonly unknown[]) => {
      statements.push(name);
      return answers[name]?.(values) ?? [];
    },
    audit: () => run('audit'),
    auditEach: () => run('audit'),
    mail: () => run('mail'),
    mailEach: () => run('mail'),
  } as unknown as Transaction;
  return { tx, statements };
}

const moved = async (count: number) => {
  const { tx, statements } = makeTransaction();
  const after = await moveToStage(tx, makeRows(count), {
    company: 'Foundry',
    stage: 'rejected',
    messageOf: () => '',
  });
  expect(after.size).toBe(count);
  return statements;
};

const undone = async (count: number) => {
  const { tx, statements } = makeTransaction();
  expect((await undoStageChange(tx, makeRows(count), 'Foundry')).size).toBe(count);
  return statements;
};

describe('G1: a revocation waits for as many statements, however many applications change', () => {
  test.each([
    ['a move', moved],
    ['an undo', undone],
  ])('%s', async (_name, change) => {
    expect(await change(50)).toEqual(await change(1));
    expect((await change(50)).length).toBeLessThanOrEqual(10);
  });
});

describe('G1: a change runs no statement that would have no effect', () => {
  test('without a message, and with news for the applicant', async () => {
    expect(await moved(1)).toEqual([
      'write_application_stages',
      'audit',
      'drop_waiting_mails',
      'find_topic_mails',
      'notify_applicants',
      'find_addresses_of_applicants',
      'mail',
    ]);
  });

  test('to a stage without news for the applicant', async () => {
    const { tx, statements } = makeTransaction();
    await moveToStage(tx, makeRows(1), { company: 'Foundry', stage: 'in_review', messageOf: () => '' });
    expect(statements).toEqual([
      'write_application_stages',
      'audit',
      'drop_waiting_mails',
      'find_topic_mails',
      'cancel_notifications_of_stages',
      'mail',
    ]);
  });

  test('when nothing can be undone any more', async () => {
    const { tx, statements } = makeTransaction({ drop_waiting_mails: () => [] });
    expect((await undoStageChange(tx, makeRows(3), 'Foundry')).size).toBe(0);
    expect(statements).toEqual(['drop_waiting_mails', 'mail']);
  });
});

test('an answered offer is final, whatever waits in the outbox', async () => {
  const rows = makeRows(2).map((row) => ({ ...row, offer_answer: 'accepted' as const }));
  const { tx, statements } = makeTransaction();
  expect((await undoStageChange(tx, rows, 'Foundry')).size).toBe(0);
  expect(statements).toEqual(['mail']);
  for (const row of rows) expect(await findStageMail(tx, row)).toMatchObject({ undoStage: null });
});

test('F9: an undo of several changes is refused as soon as an applicant may see the first of them', async () => {
  const [first, ...later] = makeRows(3);
  const rows = [...later.map((row) => ({ ...row, updated_at: new Date(60_000) })), first].flatMap((row) =>
    row === undefined ? [] : [row],
  );
  const { tx } = makeTransaction({
    is_undo_late: ([since]) => [{ is_late: (since as Date).getTime() === 0 }],
  });
  await expect(undoStageChange(tx, rows, 'Foundry')).rejects.toMatchObject({ code: 'stage_change_final' });
});
