import type { DescField, DescMessage } from '@bufbuild/protobuf';
import {
  describeEndpoints,
  type Endpoint,
  isTextField,
  type TextForm,
  textFormOf,
  wholeContract,
} from '@gatehouse/contract';
import { makeAdmin, makePerson, startTestSystem, type TestSystem } from '@gatehouse/testkit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordFinding } from '#support/assurance.ts';
import { type CollectedSpan, type Collector, startCollector } from '#support/collector.ts';
import { waitFor } from '#support/wait-for.ts';

const ID = '01980000-0000-7000-8000-000000000000';
const endpoints = describeEndpoints(wholeContract);

/** A text field of an endpoint, by its place in the input. */
interface Place {
  readonly endpoint: Endpoint;
  readonly path: readonly DescField[];
  readonly form: TextForm;
}

function placesIn(endpoint: Endpoint, message: DescMessage, before: readonly DescField[] = []): Place[] {
  return message.fields.flatMap((field): Place[] => {
    const path = [...before, field];
    if (isTextField(field)) return [{ endpoint, path, form: textFormOf(field) }];
    return field.message === undefined ? [] : placesIn(endpoint, field.message, path);
  });
}

const places = endpoints.flatMap((endpoint) => placesIn(endpoint, endpoint.input));
const nameOf = ({ path }: Place) =>
  path.map(({ name, fieldKind }) => (fieldKind === 'list' ? `${name}[0]` : name)).join('.');

let system: TestSystem;
let collector: Collector;
const logLines: string[] = [];
let cookies: Record<'user' | 'admin', string>;
beforeAll(async () => {
  collector = await startCollector();
  system = await startTestSystem({
    instances: 1,
    environment: { ...collector.environment, LOG_LEVEL: 'debug' },
    onOutput: (line) => logLines.push(line),
  });
  const membership = { role: 'owner', status: 'active' } as const;
  cookies = {
    user: (await makePerson(system.database, { talent: 'active', membership })).cookie,
    admin: (await makeAdmin(system.database, 'operator')).cookie,
  };
});
afterAll(async () => {
  await system.stop();
  await collector.stop();
});

/** Sends one text in one field, in the part of the request where the contract has it. */
async function send({ endpoint, path }: Place, text: string) {
  const [first] = path;
  if (first === undefined) throw new Error('a place has a field');
  const isInPath = endpoint.pathFields.includes(first.name);
  const url = endpoint.path.replaceAll(/\{([a-z_]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(name === first.name ? text : ID),
  );
  const body = path.reduceRight<object | string>(
    (within, { name, fieldKind }) => ({ [name]: fieldKind === 'list' ? [within] : within }),
    text,
  );
  const query = endpoint.hasBody || isInPath ? '' : `?${first.name}=${encodeURIComponent(text)}`;
  const isAdmin = endpoint.system === 'admin';
  return (isAdmin ? system.teamHost : system.publicHost).request(`/api${url}${query}`, {
    method: endpoint.method,
    // Without a session where the endpoint would end it.
    ...(endpoint.rule.kind === 'public' ? {} : { cookie: cookies[isAdmin ? 'admin' : 'user'] }),
    ...(endpoint.hasBody ? { body: isInPath || typeof body === 'string' ? {} : body } : {}),
  });
}

// First: the spans of other tests are counted otherwise.
test('G11: no text of any field of any endpoint is in a log line, a span or a metric', async () => {
  const isServer = ({ kind }: CollectedSpan) => kind === 2;
  const before = collector.spans.length;
  const words = places.map((_place, index) => `recognisable${index}x`);
  const statuses = new Set<number>();
  for (const [index, place] of places.entries()) {
    statuses.add((await send(place, words[index] ?? '')).status);
  }
  // Some are accepted, some refused; none fails.
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(statuses).toContain(400);
  await waitFor(() =>
    collector.spans.slice(before).filter(isServer).length >= places.length ? true : undefined,
  );
  const written = [...collector.texts, ...logLines].join('\n');
  expect(words.filter((word) => written.includes(word))).toEqual([]);
});

const HOSTILE = {
  oneLine: [
    'a\nb',
    'a\r\nBcc: x',
    'a\tb',
    'a\u0085b',
    'a\u2028b',
    'a\u2029b',
    'a\u202eb',
    'a\u2066b',
    'a\u001bb',
    'a\u0000b',
  ],
  lines: ['a\u0007b', 'a\u001b[31mb', 'a\u202eb', 'a\u000bb', 'a\u0000b'],
};

describe('control characters', () => {
  let sent = 0;
  const tried = places.filter(({ form }) => form !== 'exempt');
  test.each(
    tried.map((place) => [`${place.endpoint.method} ${place.endpoint.path}`, nameOf(place), place] as const),
  )('G7: %s refuses them in %s', async (_endpoint, name, place) => {
    for (const text of place.form === 'multi_line' ? HOSTILE.lines : HOSTILE.oneLine) {
      const answer = await send(place, text);
      expect([text, answer.status]).toEqual([text, 400]);
      const error = (answer.body.errors as { field: string; code: string; message: string }[]).find(
        ({ field, code }) => field === name && code.startsWith('text.'),
      );
      expect(error?.code).toBe(text.includes('\u0000') ? 'text.unstorable' : 'text.characters');
      expect(error?.message).toMatch(/^[A-Z].*\.$/);
      sent += 1;
    }
  });

  afterAll(() => {
    recordFinding('Text', {
      tried: 'control characters and direction overrides in each text field of each endpoint',
      counted: { fields: tried.length, requests: sent, 'answers other than 400': 0 },
    });
  });
});

describe('names', () => {
  const names = places.filter(({ form }) => form.endsWith('_name'));
  test.each(
    names.map((place) => [`${place.endpoint.method} ${place.endpoint.path}`, nameOf(place), place] as const),
  )('F9: %s refuses links and addresses in %s', async (_endpoint, name, place) => {
    for (const text of [
      'Win at https://evil.example',
      'www.evil.example',
      'evil.example/now',
      'me@evil.example',
    ]) {
      const answer = await send(place, text);
      expect(answer).toMatchObject({ status: 400, body: { code: 'input_invalid' } });
      expect(answer.body.errors).toContainEqual({
        field: name,
        code: 'text.address',
        message: 'A name cannot contain a web or email address. Put a space after a full stop.',
      });
    }
  });

  test('a company called Booking.com and a person called Dr. A.B. Smith are welcome', async () => {
    const patch = (path: string, body: object) =>
      system.publicHost.request(`/api${path}`, { method: 'PATCH', body, cookie: cookies.user });
    expect((await patch('/identities/users/current', { name: 'Dr. A.B. Smith' })).status).toBe(200);
    expect(await patch('/employer/companies/current', { name: 'Booking.com' })).toMatchObject({
      status: 200,
      body: { name: 'Booking.com' },
    });
  });
});

test('lines are kept with LF, however they were sent', async () => {
  const answer = await system.publicHost.request('/api/employer/companies/current', {
    method: 'PATCH',
    cookie: cookies.user,
    body: { about: 'one\r\ntwo\rthree\u2028four\n\tfive' },
  });
  expect(answer.body.about).toBe('one\ntwo\nthree\nfour\n\tfive');
});
