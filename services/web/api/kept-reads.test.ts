import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { wantReload } from '#session/reload.ts';
import type { SentRead } from './fetch-from-api.ts';
import { dropReads, keepReads, takeRead } from './kept-reads.ts';

const PAGE = '/employer/jobs?state=draft';
const PATH = '/employer/job_posts?limit=50';

afterEach(() => {
  jest.useRealTimers();
  dropReads();
});

function sent(path = PATH): SentRead & { readonly abort: ReturnType<typeof jest.fn> } {
  return { path, response: Promise.resolve(new Response('{}')), abort: jest.fn() };
}

const keep = (...reads: readonly SentRead[]) => keepReads(PAGE, reads, Date.now() + 5000);

describe('a read that was sent ahead', () => {
  test('is used once: the second read of its loader asks the API', () => {
    const read = sent();
    keep(read);
    expect(takeRead(PAGE, PATH)).toBe(read);
    expect(takeRead(PAGE, PATH)).toBeNull();
    expect(read.abort).not.toHaveBeenCalled();
  });

  test('is used for its own path alone', () => {
    const [one, other] = [sent(), sent('/employer/companies/current')];
    keep(one, other);
    expect(takeRead(PAGE, '/employer/org_memberships')).toBeNull();
    expect([takeRead(PAGE, other.path), takeRead(PAGE, one.path)]).toEqual([other, one]);
  });

  test('belongs to one address: the loader of another page drops it, and the first page asks again', () => {
    const read = sent();
    keep(read);
    expect(takeRead('/employer/jobs', PATH)).toBeNull();
    expect(takeRead(PAGE, PATH)).toBeNull();
    expect(read.abort).toHaveBeenCalledTimes(1);
  });

  test('is too old after its time', () => {
    jest.useFakeTimers();
    keep(sent());
    jest.advanceTimersByTime(5000);
    expect(takeRead(PAGE, PATH)).not.toBeNull();
    keep(sent());
    jest.advanceTimersByTime(5001);
    expect(takeRead(PAGE, PATH)).toBeNull();
  });

  test('gives way to those of the next page', () => {
    const read = sent();
    keep(read);
    keepReads('/employer/members', [], Date.now() + 5000);
    expect(read.abort).toHaveBeenCalledTimes(1);
    expect(takeRead(PAGE, PATH)).toBeNull();
  });

  test('R5: a requested reload drops it: sign-out in another tab, a refusal, and Back from the browser’s cache', () => {
    const read = sent();
    keep(read);
    wantReload();
    expect(read.abort).toHaveBeenCalledTimes(1);
    expect(takeRead(PAGE, PATH)).toBeNull();
  });
});
