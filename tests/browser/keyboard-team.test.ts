import { addressOf, makeApplication, makePerson, type TestSystem } from '@gatehouse/testkit';
import { describe, expect, test } from '@jest/globals';
import { EXPORT_REQUESTED } from '#support/data-export.ts';
import { requireDemoCompany } from '#support/demo-company.ts';
import { createKeyboard } from '#support/keyboard.ts';
import { nextMail } from '#support/next-mail.ts';
import { beforeVisits, heading, type Visits } from '#support/visits.ts';

let system: TestSystem;
let visits: Visits;
beforeVisits((started) => {
  ({ system, visits } = started);
});

/** A new application of a new person with the demo's company. @returns the application's id. */
async function addApplication(title: string, name: string): Promise<string> {
  const { userId } = await makePerson(system.database, { talent: 'active' });
  await system.database.query('update identity.users set name = $2 where id = $1', [userId, name]);
  const companyId = await requireDemoCompany(system.database);
  return makeApplication(system.database, { companyId, userId, title });
}

async function asOwner(path: string, title: string) {
  const { page, errors } = await visits.signedIn('owner@demo.test', `${path}`);
  await heading(page, title);
  return { page, errors, keyboard: createKeyboard(page) };
}

describe('by keyboard alone', () => {
  test('G10: an owner assigns, rates and notes an application', async () => {
    const id = await addApplication('Keeper of the ferry', 'Ida Ferrer');
    const { page, errors, keyboard } = await asOwner(`/employer/applications/${id}`, 'Ida Ferrer');
    const yes = page.getByRole('button', { name: 'Yes', exact: true });
    await keyboard.press(yes);
    await page.getByText('Average: 3.0 of 4').waitFor();
    await keyboard.isAt(yes);
    await keyboard.press(page.getByRole('button', { name: 'Remove your rating' }));
    await page.getByText('No ratings yet.').waitFor();
    await keyboard.hasPlace();

    await keyboard.type(page.getByLabel('New note'), 'Knows the river.');
    await keyboard.press(page.getByRole('button', { name: 'Add note' }));
    await keyboard.hears('Note added.');
    await keyboard.hasPlace();
    const note = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    const edit = await keyboard.open(note.getByRole('button', { name: /^Edit/ }));
    await keyboard.type(edit.getByLabel('Note'), ' And the tides.');
    await keyboard.press(edit.getByRole('button', { name: 'Save' }));
    await keyboard.hears('Note saved.');
    await note.getByText('And the tides.').waitFor();
    await keyboard.isAt(note.getByRole('button', { name: /^Edit/ }));
    const deletion = await keyboard.open(note.getByRole('button', { name: /^Delete/ }));
    await keyboard.press(deletion.getByRole('button', { name: /^Delete/ }));
    await keyboard.hears('Note deleted.');
    await page.getByText('No notes yet.').waitFor();
    await keyboard.hasPlace();

    await keyboard.choose(page.getByLabel('Member'), 'Mateo Silva');
    const assign = page.getByRole('button', { name: 'Assign' });
    await keyboard.press(assign);
    await keyboard.hears(/^Saved\.$/);
    await keyboard.isAt(assign);
    expect(errors).toEqual([]);
  });

  test('G10: an owner moves several applications at once, and undoes it', async () => {
    for (const name of ['Ana Lockwood', 'Bo Lockwood']) await addApplication('Keeper of the lock', name);
    const { page, errors, keyboard } = await asOwner('/employer/applications', 'Applications');
    await keyboard.type(page.getByLabel('Name, email, skill or job title'), 'lockwood');
    await page.keyboard.press('Enter');
    await keyboard.hears('2 applications found.');
    for (const name of ['Ana Lockwood', 'Bo Lockwood']) {
      await keyboard.goTo(page.getByLabel(`Select ${name}`));
      await page.keyboard.press('Space');
    }
    await page.getByText('2 selected').waitFor();
    await keyboard.choose(page.getByLabel('Move to'), 'Interview');
    await keyboard.press(page.getByRole('button', { name: 'Move', exact: true }));
    const question = page.getByRole('alertdialog');
    await keyboard.type(question.getByLabel('Your message (optional)'), 'On the quay.');
    await keyboard.press(question.getByRole('button', { name: 'Invite to interview' }));
    await keyboard.hears('2 moved to Interview.');
    await keyboard.hasPlace();
    await keyboard.press(page.getByRole('button', { name: 'Undo all 2' }));
    await keyboard.hears('2 moved to New.');
    await keyboard.hasPlace();
    expect(errors).toEqual([]);
  });

  test('G10: an owner writes, changes and deletes a template', async () => {
    const { page, errors, keyboard } = await asOwner('/employer/templates', 'Message templates');
    await keyboard.type(page.getByLabel('Name'), 'About the boat');
    await keyboard.type(page.getByLabel('Text', { exact: true }), 'Dear {applicant_name}');
    await keyboard.press(page.getByRole('button', { name: 'Add template' }));
    await keyboard.hears('Template added.');
    await keyboard.hasPlace();
    const edit = await keyboard.open(page.getByRole('button', { name: 'Edit template About the boat' }));
    await keyboard.type(edit.getByLabel('Text', { exact: true }), ', the boat leaves at ten.');
    await keyboard.press(edit.getByRole('button', { name: 'Save' }));
    await keyboard.hears('Template saved.');
    await keyboard.isAt(page.getByRole('button', { name: 'Edit template About the boat' }));
    const deletion = await keyboard.open(
      page.getByRole('button', { name: 'Delete template About the boat' }),
    );
    await keyboard.press(deletion.getByRole('button', { name: /^Delete/ }));
    await keyboard.hears('Template deleted.');
    await keyboard.hasPlace();
    expect(errors).toEqual([]);
  });

  test('G10: a user requests the own data and downloads it', async () => {
    const person = await makePerson(system.database);
    const { page, errors } = await visits.as(person, '/account');
    await heading(page, 'Your account');
    const keyboard = createKeyboard(page);
    const ofData = page.getByRole('region', { name: 'Your data' });
    await keyboard.press(ofData.getByRole('button', { name: 'Request your data' }));
    await keyboard.hears(EXPORT_REQUESTED);
    await keyboard.hasPlace();
    const mail = await nextMail(system, addressOf(person), { text: '#your-data' });
    await page.goto('about:blank');
    await page.goto(/http\S+#your-data/.exec(mail.text)?.[0] ?? '');
    const download = page.waitForEvent('download');
    await keyboard.press(ofData.getByRole('link', { name: 'Download your data' }));
    expect((await download).suggestedFilename()).toBe('gatehouse-data.json');
    expect(errors).toEqual([]);
  });
});
