import { describe, expect, test } from '@jest/globals';
import { defineMail, type MailDefinition, type Slot } from './define-mail.ts';
import { MAILS } from './mails.ts';
import { previewMail } from './preview-mail.ts';
import { renderMail } from './render-mail.ts';

const ORIGIN = 'https://gatehouse.example';
const PATH = '/join#token=abc';
const LINK = `${ORIGIN}${PATH}`;
const QUEUED_AT = new Date('2026-07-31T10:05:59.999Z');

/** What attackers put into names. */
const HOSTILE = [
  'Win a prize at https://evil.example/now',
  'x\r\nBcc: victim@made.test\r\n\r\nNew body',
  '<a href="https://evil.example">Click</a><img src=x onerror=alert(1)>',
  'line\u2028separator\u2029paragraph\u0085next',
  '\u202egpj.exe\u202c \u2066isolate\u2069',
  '"><script>alert(1)</script>',
  '\u0000\u0007\u001b[31mred',
  '\ud800',
  'a'.repeat(5000),
];

const mails: [string, MailDefinition][] = Object.entries(MAILS as unknown as Record<string, MailDefinition>);
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** @param choice which word of each slot of fixed words. */
function valuesOf(slots: Readonly<Record<string, Slot>>, typed: string, choice = 0): Record<string, string> {
  return Object.fromEntries(
    Object.entries(slots).flatMap(([name, slot]) => {
      if (slot === 'link') return [[name, PATH]];
      if (typeof slot === 'string') return [[name, typed]];
      return 'secondsLater' in slot ? [] : [[name, String(slot[choice % slot.length])]];
    }),
  );
}

/** Values without a declared slot. */
const everyName = (typed: string) => ({
  name: typed,
  company: typed,
  inviter: typed,
  job: typed,
  email: typed,
});

describe.each(mails)('%s', (_kind, definition) => {
  const isUnverified = definition.audience === 'unverified';

  test.each(HOSTILE)('G7 F9: %j stays within its slot', (typed) => {
    const values = { ...everyName(typed), ...valuesOf(definition.slots, typed) };
    const { subject, text, html } = renderMail(definition, values, ORIGIN, QUEUED_AT);
    expect(subject).not.toMatch(CONTROL);
    expect(text.replaceAll('\n', '')).not.toMatch(CONTROL);
    expect(text.split('\n\n')).toHaveLength(definition.paragraphs(values as never).length);
    expect(
      html.replaceAll(/<\/?p>|<br>|<a href="https:\/\/gatehouse\.example[^"]*">|<\/a>/g, ''),
    ).not.toMatch(/[<>]/);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    expect(links).toEqual(links.map(() => LINK));
    if (!isUnverified) return;
    // No character depends on the typed text.
    const plain = { ...everyName('A'), ...valuesOf(definition.slots, 'A') };
    expect({ subject, text, html }).toEqual(renderMail(definition, plain, ORIGIN, QUEUED_AT));
  });

  test('G7: a mail to unverified addresses declares no slot for typed text', () => {
    const kinds = Object.values(definition.slots);
    expect(
      kinds.some((kind) => ['typed', 'passage', 'letter', 'sentences'].includes(String(kind))) &&
        isUnverified,
    ).toBe(false);
  });

  test.each([
    '',
    'join',
    'javascript:alert(1)',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/join x',
    '/join\nhttps://evil.example',
  ])('G7: a link is never %j', (link) => {
    for (const [name, slot] of Object.entries(definition.slots)) {
      if (slot !== 'link') continue;
      const values = { ...valuesOf(definition.slots, 'A'), [name]: link };
      expect(() => renderMail(definition, values, ORIGIN, QUEUED_AT)).toThrow(
        `slot ${name} is no path of ours`,
      );
    }
  });

  test('F9: has a limit for each recipient or topic', () => {
    expect(definition.limits.length).toBeGreaterThan(0);
    for (const { count, seconds } of definition.limits) {
      expect(count).toBeGreaterThan(0);
      expect(seconds).toBeGreaterThanOrEqual(900);
    }
  });

  test('a fixed word is one of the slot', () => {
    for (const [name, slot] of Object.entries(definition.slots)) {
      if (typeof slot === 'string' || 'secondsLater' in slot) continue;
      const values = { ...valuesOf(definition.slots, 'A'), [name]: 'constructor' };
      expect(() => renderMail(definition, values, ORIGIN, QUEUED_AT)).toThrow('does not list');
    }
  });
});

test.each(mails)('%s says nothing that becomes wrong while it waits', (_kind, definition) => {
  const words = Object.values(definition.slots).map((slot) => (Array.isArray(slot) ? slot.length : 1));
  for (let choice = 0; choice < Math.max(1, ...words); choice += 1) {
    const { text } = renderMail(definition, valuesOf(definition.slots, 'A', choice), ORIGIN, QUEUED_AT);
    expect(text).not.toMatch(/moment ago|\btoday\b|\b(in|for|within|after) (one|\d+) (hour|day)s?\b/);
  }
});

test.each([
  ['password_changed', 'changed at 10:05 UTC on 31 July 2026, and'],
  ['password_reset', 'works once, until 11:05 UTC on 31 July 2026.'],
  ['staff_link', 'works once, until 10:05 UTC on 1 August 2026.'],
  ['address_changed', 'changed at 10:05 UTC on 31 July 2026: you'],
  ['address_changed', 'works once, until 10:05 UTC on 7 August 2026.'],
] as const)('%s states a time, counted from when it is queued: %s', (kind, words) => {
  const definition = MAILS[kind] as unknown as MailDefinition;
  const { text, html } = renderMail(definition, valuesOf(definition.slots, 'A'), ORIGIN, QUEUED_AT);
  expect(text).toContain(words);
  expect(html).toContain(words);
});

test('no security mail can be stopped, and all that can be goes to accounts', () => {
  const stoppable = mails.filter(([, { notification }]) => notification !== undefined);
  expect(stoppable.map(([kind]) => kind)).toEqual([
    'invitation_to_account',
    'application_stage',
    'saved_search',
    'application_received',
    'application_moved',
    'role_changed',
    'job_post_closed',
    'message_received',
    'interview_changed',
    'application_assigned',
    'offer_answered',
    'application_withdrawn',
    'notification_digest',
  ]);
  for (const [, { priority, audience }] of stoppable) {
    expect([priority, audience]).toEqual(['ordinary', 'verified']);
  }
});

test('a letter keeps its lines, and stays within one paragraph and 1000 characters', () => {
  const values = { name: 'Ada', company: 'Pier', job: 'Rigger', stage: 'offer', link: PATH } as const;
  const render = (message: string) =>
    renderMail(
      MAILS.application_stage as unknown as MailDefinition,
      { ...values, message },
      ORIGIN,
      QUEUED_AT,
    );
  const { text, html } = render('Dear Ada,\r\n\r\n\r\n<b>welcome</b>\u2028aboard.\n');
  expect(text.split('\n\n')[1]).toMatch(/\nPier writes:\nDear Ada,\n<b>welcome<\/b>\naboard\.$/);
  expect(html).toContain('Pier writes:<br>Dear Ada,<br>&lt;b&gt;welcome&lt;/b&gt;<br>aboard.</p>');
  expect(render('').text).not.toContain('writes');
  expect(render(' \n\t\n ').text).not.toContain('writes');
  expect(render('x'.repeat(3000)).text).toMatch(/\nx{1000}\n\n/);
});

test('a preview has the words of the mail, and says where a link will be', () => {
  const values = {
    name: 'Ada',
    company: 'Pier',
    job: 'Rigger',
    stage: 'offer',
    message: '',
    link: PATH,
  } as const;
  expect(previewMail('application_stage', values)).toEqual({
    subject: 'Your application to Pier',
    text: expect.stringMatching(
      /^Hello Ada,\n\nPier would like to make you an offer .*\n\nYour application:\n\n\(link\)$/s,
    ),
  });
});

test('the mail about interviews asks for no answer: its news can be an answer, or a cancellation', () => {
  const values = {
    name: 'Ada',
    news: 'Pier cancelled the interview about “Rigger”.',
    rest: 'none',
    link: PATH,
  } as const;
  expect(previewMail('interview_changed', values).text).toMatch(/\n\nSee the interview:\n\n\(link\)$/);
});

test('U27: the mail about an enabled company says that its posts are visible only if it is approved', () => {
  const values = { name: 'Ada', company: 'Pier', condition: 'active', reason: '', link: PATH } as const;
  expect(previewMail('company_condition_changed', values).text).toContain(
    '\n\nIts members can act for it again. Its published job posts are visible if it is approved:\n\n(link)',
  );
});

test('G7: a mail to unverified addresses with a slot for typed text does not compile', () => {
  const mail = defineMail({
    audience: 'unverified',
    priority: 'security',
    limits: [],
    // @ts-expect-error: only links and fixed words go to unverified addresses
    slots: { name: 'typed' },
    subject: () => '',
    paragraphs: () => [],
  });
  expect(mail.audience).toBe('unverified');
});
