import {
  makeApplication,
  makeColleague,
  makePerson,
  startTestSystem,
  type TestPerson,
  type TestSystem,
} from '@gatehouse/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { apiSender } from '#support/api-sender.ts';

let system: TestSystem;
let owner: TestPerson;
let member: TestPerson;
let talent: TestPerson;
let applicationId: string;
beforeAll(async () => {
  system = await startTestSystem({ seed: 'none', apis: ['employer'] });
});
beforeEach(async () => {
  owner = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
  [member, talent] = await Promise.all([
    makeColleague(system.database, owner, 'member'),
    makePerson(system.database, { talent: 'active' }),
  ]);
  const rename = (table: string, id: string | null, name: string) =>
    system.database.query(`update ${table} set name = $2 where id = $1`, [id, name]);
  await rename('identity.users', owner.userId, 'Olga Owner');
  await rename('identity.users', member.userId, 'Mika Member');
  await rename('identity.users', talent.userId, 'Tea {company_name}');
  await rename('employer.companies', owner.companyId, 'Sluice & Co');
  applicationId = await apply(owner, talent);
});
afterAll(() => system.stop());

const apply = ({ companyId }: TestPerson, { userId }: TestPerson, title = 'Bell founder') =>
  makeApplication(system.database, { companyId, userId, title });

const send = apiSender(() => system);
const TEMPLATES = '/employer/message_templates';
const add = (who: TestPerson, name: string, text: string) => send('POST', TEMPLATES, who, { name, text });
const render = (who: TestPerson, id: string, application = applicationId) =>
  send('GET', `${TEMPLATES}/${id}/rendered?application_id=${application}`, who);
const namesFor = async (who: TestPerson) =>
  (await send('GET', TEMPLATES, who)).body.items.map(({ name }: { name: string }) => name);

describe('a message template', () => {
  test('is written by owners, and read and rendered by every member with the names of one application', async () => {
    const added = await add(
      owner,
      ' Welcome ',
      'Dear {applicant_name},\n{job_title} at {company_name}.\n{member_name}\n',
    );
    expect(added).toMatchObject({
      status: 201,
      body: {
        name: 'Welcome',
        text: 'Dear {applicant_name},\n{job_title} at {company_name}.\n{member_name}',
        changed_by_name: 'Olga Owner',
        etag: '"1"',
      },
    });
    expect((await send('GET', TEMPLATES, member)).body.items).toEqual([added.body]);
    expect(await render(member, added.body.id)).toMatchObject({
      status: 200,
      body: { text: 'Dear Tea {company_name},\nBell founder at Sluice & Co.\nMika Member' },
    });
    expect(await system.database.query('select from talent.messages')).toEqual([]);
  });

  test('is rendered with the title of the job post that the applicant has applied for', async () => {
    const { id } = (await add(owner, 'Post', '{job_title}')).body;
    const other = await apply(owner, talent, 'Caulker');
    const texts = [await render(member, id), await render(member, id, other)].map(({ body }) => body.text);
    expect(texts).toEqual(['Bell founder', 'Caulker']);
  });

  test('is changed without the spaces around it, and a change of nothing changes no version', async () => {
    const other = (await add(owner, 'Another', 'Ahoy.')).body;
    const { id } = (await add(owner, 'First', 'Hello.')).body;
    await system.database.query(
      "update employer.message_templates set changed_at = now() - interval '1 hour' where company_id = $1",
      [owner.companyId],
    );
    const change = (name: string, text: string) => send('PATCH', `${TEMPLATES}/${id}`, owner, { name, text });
    const second = { name: 'Second', text: 'Hi.', etag: '"2"' };
    expect((await change(' Second ', '\nHi. ')).body).toMatchObject(second);
    expect((await change('Second', ' Hi.')).body).toMatchObject(second);
    expect((await change(' Second', 'Hi.')).body).toMatchObject(second);
    const changes = await system.database.query(
      "select from identity.audit_events where subject_id = $1 and action = 'company.message_template_changed'",
      [owner.companyId],
    );
    expect(changes).toHaveLength(1);
    const changed = await system.database.query<{ name: string; is_new: boolean }>(
      `select name, changed_at > now() - interval '1 minute' as is_new
         from employer.message_templates where company_id = $1 order by name`,
      [owner.companyId],
    );
    expect(changed).toEqual([
      { name: other.name, is_new: false },
      { name: 'Second', is_new: true },
    ]);
  });

  test('with an unknown placeholder is refused, and the answer names those that exist', async () => {
    const refused = {
      status: 400,
      body: {
        code: 'input_invalid',
        errors: [
          {
            field: 'text',
            message:
              'Unknown: {applicant}, { job_title }. The placeholders are {applicant_name}, {job_title}, {company_name}, {member_name}',
          },
        ],
      },
    };
    const text = 'Dear {applicant}, {applicant}: { job_title }';
    expect(await add(owner, 'Typo', text)).toMatchObject(refused);
    const { id } = (await add(owner, 'Right', 'Hello.')).body;
    expect(await send('PATCH', `${TEMPLATES}/${id}`, owner, { name: 'Right', text })).toMatchObject(refused);
    expect(await namesFor(owner)).toEqual(['Right']);
  });

  test('is written, changed and deleted by owners alone', async () => {
    const { id } = (await add(owner, 'Theirs', 'Hello.')).body;
    const answers = [
      await add(member, 'Mine', 'Hello.'),
      await send('PATCH', `${TEMPLATES}/${id}`, member, { name: 'x', text: 'x' }),
      await send('DELETE', `${TEMPLATES}/${id}`, member),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('org_role_required'));
    expect(await namesFor(member)).toEqual(['Theirs']);
    expect((await send('DELETE', `${TEMPLATES}/${id}`, owner)).status).toBe(204);
    expect((await send('DELETE', `${TEMPLATES}/${id}`, owner)).status).toBe(404);
    const events = await system.database.query<{ action: string }>(
      "select action from identity.audit_events where subject_id = $1 and action like '%template%' order by id",
      [owner.companyId],
    );
    expect(events.map(({ action }) => action)).toEqual([
      'company.message_template_created',
      'company.message_template_deleted',
    ]);
  });

  test('G9: a conflict names who changed this template last', async () => {
    const { id, etag } = (await add(owner, 'First', 'Hello.')).body;
    await add(owner, 'Another', 'Hello.');
    const change = (name: string, version: string) =>
      send('PATCH', `${TEMPLATES}/${id}`, { ...owner, ifMatch: version }, { name, text: 'Hello.' });
    expect((await change('Second', etag)).body).toMatchObject({ name: 'Second', etag: '"2"' });
    expect(await change('Third', etag)).toMatchObject({
      status: 412,
      body: { conflict: { current: { name: 'Second' }, changed_by: 'Olga Owner' } },
    });
  });

  test('B1: of another company does not exist, nor does its rendering for an application of another company', async () => {
    const stranger = await makePerson(system.database, { membership: { role: 'owner', status: 'active' } });
    const { id } = (await add(owner, 'Theirs', 'Secret bronze {applicant_name}.')).body;
    const own = (await add(stranger, 'Own', '{applicant_name}')).body.id;
    const answers = [
      await render(stranger, id),
      await render(stranger, own),
      await render(stranger, id, await apply(stranger, talent)),
      await send('PATCH', `${TEMPLATES}/${id}`, stranger, { name: 'x', text: 'x' }),
      await send('DELETE', `${TEMPLATES}/${id}`, stranger),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await namesFor(stranger)).toEqual(['Own']);
  });

  test('is not rendered for a withdrawn application, nor for an applicant who is a member', async () => {
    const { id } = (await add(owner, 'Welcome', '{applicant_name}')).body;
    await system.database.query(
      "insert into employer.org_memberships (user_id, company_id, role) values ($1, $2, 'member')",
      [talent.userId, owner.companyId],
    );
    expect((await render(talent, id)).body.code).toBe('own_application');
    await system.database.query('update talent.applications set withdrawn_at = now() where id = $1', [
      applicationId,
    ]);
    const withdrawn = await render(member, id);
    expect([withdrawn.status, withdrawn.text.includes('Tea')]).toEqual([410, false]);
  });

  test('a company has at most 50, also when many are added at the same moment', async () => {
    await system.database.query(
      `insert into employer.message_templates (company_id, name, text, changed_by)
       select $1, 'Template ' || n, 'Hello.', $2 from generate_series(1, 47) n`,
      [owner.companyId, owner.userId],
    );
    const second = await makeColleague(system.database, owner, 'owner');
    const answers = await Promise.all(
      [owner, second, owner, second, owner, second].map((who, n) => add(who, `More ${n}`, 'Hello.')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409]);
    expect((await add(owner, 'Another', 'Hello.')).body).toMatchObject({
      code: 'saved_quota_reached',
      detail: 'A company has at most 50 templates. Delete one first.',
    });
    expect(await namesFor(member)).toHaveLength(50);
  });
});
