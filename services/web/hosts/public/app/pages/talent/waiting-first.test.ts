import type { TalentApplication } from '@gatehouse/contract/wire';
import { expect, test } from '@jest/globals';
import { waitingFirst } from './waiting-first.ts';

const application = (id: string, waits: Partial<TalentApplication> = {}): TalentApplication => ({
  id,
  job_post_id: '1',
  job_post_title: 'Lamp lighter',
  job_post_is_open: true,
  company_name: 'Harbour',
  stage: 'offer',
  message: '',
  etag: '"1"',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  offer_is_open: false,
  has_proposed_interview: false,
  has_unread_messages: false,
  ...waits,
});

test('open offers come first, then interview times, then unread messages, and the others stay newest first', () => {
  const message = application('message', { has_unread_messages: true });
  const olderMessage = application('older message', { has_unread_messages: true });
  const interview = application('interview', { has_proposed_interview: true, has_unread_messages: true });
  const offer = application('offer', { offer_is_open: true });
  const olderOffer = application('older offer', { offer_is_open: true, has_unread_messages: true });
  const listed = [application('newest'), message, application('older'), offer];
  expect(
    waitingFirst([message, interview, offer, olderMessage, olderOffer], listed).map(({ id }) => id),
  ).toEqual(['offer', 'older offer', 'interview', 'message', 'older message', 'newest', 'older']);
});

test('all stay in their places while none is known to wait', () => {
  const listed = [application('newest'), application('older')];
  expect(waitingFirst([], listed)).toEqual(listed);
});
