import { describe, expect, test } from '@jest/globals';
import { isUnwanted, withLinks } from './unsubscribable.ts';

describe('a mail that its recipient can stop', () => {
  test.each([
    ['application_stage', 'at_once', false],
    ['application_stage', 'daily', true],
    ['application_stage', 'never', true],
    ['application_stage', null, false],
    // A report is in no later digest.
    ['role_changed', 'daily', false],
    ['role_changed', 'never', true],
    ['notification_digest', 'daily', false],
    ['notification_digest', 'never', true],
    ['talent_access_decided', null, false],
  ] as const)('%s, chosen %s: dropped is %s', (kind, choice, expected) => {
    expect(isUnwanted({ kind, choice })).toBe(expected);
  });

  const mail = {
    id: '1',
    to: 'a@made.test',
    subject: 'News',
    text: 'News.\n',
    html: '<p>News.</p>',
    attempts: 1,
    priority: 1,
    kind: 'role_changed',
    notification: 'role_changed',
    recipient_id: 'user',
    choice: 'at_once',
    is_current: true,
  } as const;
  const links = (userId: string, notification: string) => ({
    oneClick: `https://x.test/${userId}/${notification}`,
    page: 'https://x.test/page?a&b',
    settings: 'https://x.test/settings',
  });

  test('has links below its text, and the headers of RFC 8058', () => {
    const sent = withLinks(mail, links);
    expect(sent).toMatchObject({ to: 'a@made.test', subject: 'News' });
    expect(sent.headers).toEqual({
      'List-Unsubscribe': '<https://x.test/user/role_changed>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(sent.text).toBe(
      'News.\n\n-- \nStop these emails: https://x.test/page?a&b\nChoose your emails: https://x.test/settings\n',
    );
    expect(sent.html).toContain('<a href="https://x.test/page?a&amp;b">Stop these emails</a>');
  });

  test('has neither if it is always sent, or if no account has its address any more', () => {
    const plain = { to: mail.to, subject: mail.subject, text: mail.text, html: mail.html };
    expect(withLinks({ ...mail, notification: null }, links)).toEqual(plain);
    expect(withLinks({ ...mail, recipient_id: null }, links)).toEqual(plain);
  });
});
