import type { TalentApplication } from '@gatehouse/contract/wire';
import { expect, test } from '@jest/globals';
import { waitingFirst } from './waiting-first.ts';

const application = (
  id: string,
  offer_is_open: boolean,
  has_unread_messages: boolean,
): TalentApplication => ({
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
  offer_is_open,
  has_unread_messages,
});

test('open offers come first, then unread messages, and the others stay newest first', () => {
  const listed = [
    application('newest', false, false),
    application('message', false, true),
    application('older', false, false),
    application('offer', true, false),
    application('older message', false, true),
    application('older offer', true, true),
  ];
  expect(waitingFirst(listed).map(({ id }) => id)).toEqual([
    'offer',
    'older offer',
    'message',
    'older message',
    'newest',
    'older',
  ]);
});
