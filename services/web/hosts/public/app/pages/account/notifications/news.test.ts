import type { Notification } from '@gatehouse/contract/wire';
import { describe, expect, test } from '@jest/globals';
import { newsOf } from './news.ts';

const notification = (kind: Notification['kind'], value = '', names: Partial<Notification> = {}) =>
  newsOf({
    id: '01900000-0000-7000-8000-000000000001',
    subject_id: '01900000-0000-7000-8000-000000000002',
    at: '2026-11-23T10:00:00Z',
    is_read: false,
    company_name: 'Harbour',
    job_post_title: 'Rigger',
    ...names,
    kind,
    value,
  });

describe('the sentence of a notification', () => {
  test.each([
    ['access_decided', 'granted', '/talent'],
    ['access_decided', 'refused', '/talent/welcome?decision=refused'],
    ['access_decided', 'ended', '/talent/welcome?decision=ended'],
    ['access_decided', 'suspended', '/talent/suspended'],
    ['application_moved', 'offer', '/talent/applications/01900000-0000-7000-8000-000000000002'],
    ['application_received', '', '/employer/applications?job=01900000-0000-7000-8000-000000000002'],
    ['role_changed', 'owner', '/employer'],
    ['company_condition_changed', 'disabled', '/employer/disabled'],
    ['offer_answered', 'accepted', '/employer/applications/01900000-0000-7000-8000-000000000002'],
    ['offer_answered', 'declined', '/employer/applications/01900000-0000-7000-8000-000000000002'],
    ['application_withdrawn', '', '/employer/applications/01900000-0000-7000-8000-000000000002'],
    ['job_post_closed', '', '/talent/applications/01900000-0000-7000-8000-000000000002'],
    ['message_received', 'company', '/talent/applications/01900000-0000-7000-8000-000000000002'],
    ['interview_changed', 'proposed', '/talent/applications/01900000-0000-7000-8000-000000000002'],
    [
      'interview_changed',
      'accepted',
      '/employer/applications/01900000-0000-7000-8000-000000000002/conversation',
    ],
    [
      'message_received',
      'applicant',
      '/employer/applications/01900000-0000-7000-8000-000000000002/conversation',
    ],
  ] as const)('%s %s leads to %s', (kind, value, to) => {
    expect(notification(kind, value).to).toBe(to);
  });

  test('names the company and the job post as far as the user may see them', () => {
    expect(notification('application_moved', 'interview').text).toBe(
      'Harbour would like to meet you about Rigger',
    );
    const hidden = { company_name: '', job_post_title: '' };
    expect(notification('application_received', '', hidden)).toEqual({
      text: 'New applications for a job post',
    });
    expect(notification('message_received', 'applicant', hidden)).toEqual({
      text: 'A message about an application',
    });
    expect(notification('application_withdrawn', '', hidden)).toEqual({
      text: 'An application was withdrawn',
    });
    expect(notification('role_changed', 'owner', hidden).text).toBe('You are now an owner of your company');
    expect(notification('invitation_received', '', hidden).text).toContain('no longer open');
  });

  test('of another release is shown without details', () => {
    const unknown = { text: 'There is news about your account' };
    expect(notification('role_changed', 'captain')).toEqual(unknown);
    expect(notification('role_changed', 'toString')).toEqual(unknown);
    // @ts-expect-error a kind that this release does not know
    expect(notification('harbour_closed')).toEqual(unknown);
  });
});
