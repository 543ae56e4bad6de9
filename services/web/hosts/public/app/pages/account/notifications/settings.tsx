import type { NotificationSettings } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Form,
  Link,
  useActionData,
  useLoaderData,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { sendChange } from '#api/page-result.ts';
import { SelectField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { DoneNote, SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { KINDS_OF_MAIL, type KindOfMail } from './kinds-of-mail.ts';

const TITLE = 'Emails about notifications';
const LEAD = 'The page “Notifications” shows everything. Choose what you get by email, too.';

const CHOICES = { at_once: 'At once', daily: 'Once a day, in one email', never: 'Never' } as const;

/** An invitation is accepted with the link in its email, so no digest can have it. */
const INVITATION_CHOICES = { at_once: CHOICES.at_once, never: CHOICES.never } as const;

export const handle = {
  reads: () => ({ answer: read('NotificationSettingsService.GetNotificationSettings', {}) }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    save: (form) => {
      const input = {
        application_received: form.choice('application_received', CHOICES),
        application_moved: form.choice('application_moved', CHOICES),
        invitation_received: form.choice('invitation_received', INVITATION_CHOICES),
        role_changed: form.choice('role_changed', CHOICES),
        job_post_closed: form.choice('job_post_closed', CHOICES),
        message_received: form.choice('message_received', CHOICES),
        interview_changed: form.choice('interview_changed', CHOICES),
        application_assigned: form.choice('application_assigned', CHOICES),
        offer_answered: form.choice('offer_answered', CHOICES),
        // Services of before this kind have no such setting, and refuse it during an upgrade.
        ...(form.text('application_withdrawn') === ''
          ? {}
          : { application_withdrawn: form.choice('application_withdrawn', CHOICES) }),
      };
      return sendChange(
        form,
        'NotificationSettingsService.UpdateNotificationSettings',
        input,
        request.signal,
      );
    },
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} shape="form" />;
}

/** Which notifications are mailed, and when. */
export default function NotificationSettingsPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(settings) => (
        <Page title={TITLE} lead={LEAD}>
          <div className="stack">
            <SettingsForm settings={settings} />
            <AlwaysMailed />
          </div>
        </Page>
      )}
    </PageData>
  );
}

function choicesOf({ etag: _, ...choices }: NotificationSettings) {
  return choices;
}

function SettingsForm({ settings }: { settings: NotificationSettings }) {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  return (
    <Form method="post" className="card settings">
      <FormBody intent="save" refusal={result?.refusal}>
        <EditedVersion resource={settings} textsOf={choicesOf} />
        {(Object.keys(KINDS_OF_MAIL) as KindOfMail[])
          .filter((name) => settings[name] !== undefined)
          .map((name) => (
            <Choice key={name} name={name} settings={settings} />
          ))}
        <div className="actions">
          <SubmitButton className="primary" isBusy={isBusy} busyLabel="Saving…">
            Save
          </SubmitButton>
          <DoneNote result={result}>Saved.</DoneNote>
        </div>
      </FormBody>
    </Form>
  );
}

function Choice({ name, settings }: { name: KindOfMail; settings: NotificationSettings }) {
  const choices = name === 'invitation_received' ? INVITATION_CHOICES : CHOICES;
  return <SelectField name={name} defaultValue={settings[name]} {...KINDS_OF_MAIL[name]} choices={choices} />;
}

function AlwaysMailed() {
  return (
    <section className="card" aria-labelledby="always">
      <h2 id="always">Always sent</h2>
      <p>
        Emails about your sign-in, your password and your address, decisions about your talent access, and the
        condition of your company are always sent at once: they are about what you can do and about the safety
        of your account.
      </p>
      <p>
        <Link to="/saved/searches">Emails about saved searches</Link>
      </p>
    </section>
  );
}
