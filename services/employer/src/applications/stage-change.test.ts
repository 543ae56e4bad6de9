import type { Transaction } from '@gatehouse/boundary';
import { describe, expect, test } from '@jest/globals';
import type { ApplicationRow } from './application-row.ts';
import { moveToStage, undoStageChange } from './stage-change.ts';

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
    ...{ created_at: new Date(0), updated_at: new Date(0), withdrawn_at: null, offer_answer: null },
    has_unread_messages: false,
    ...{ cv_name: null, cv_size: 0, cv_uploaded_at: new Date(0) },
  }));
}

/** A transaction in which every mail waits and every statement succeeds; `statements` names what it has run. */
function makeTransaction() {
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
    message: '',
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
