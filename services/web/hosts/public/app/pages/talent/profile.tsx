import type { CurrentCv, Profile } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Form,
  Link,
  useActionData,
  useLoaderData,
} from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { formAction } from '#api/form-action.ts';
import { orReload } from '#api/or-reload.ts';
import { loadReads, optionalRead, type PageHandle, read } from '#api/page-reads.ts';
import { actionResult, sendChange, sendWrite } from '#api/page-result.ts';
import { TextArea, TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { Moment } from '#design/local-time.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { DoneNote, SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { useReturnTo } from '#journey/use-return-to.ts';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { CareerFields } from './career-fields.tsx';
import { atEntries, careerOf, careerTexts } from './career-form.ts';
import { CvCard } from './cv.tsx';
import { jobToApplyFor } from './job-to-apply-for.ts';
import { sendCv } from './send-cv.ts';

const TITLE = 'Your profile';
const LEAD = 'Only companies that you apply to see this.';

export const handle = {
  reads: () => ({
    answer: read('ProfileService.GetCurrentProfile', {}),
    cv: optionalRead('CvService.GetCurrentCv', {}),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    save: async (form) => {
      const input = {
        headline: form.text('headline'),
        summary: form.text('summary'),
        skills: form.list('skills', /[,\n]/),
        location: form.text('location'),
        links: form.list('links', /\s+/),
        career: careerOf(form),
      };
      return atEntries(
        await sendChange(form, 'ProfileService.UpdateCurrentProfile', input, request.signal),
        input.career,
      );
    },
    upload_cv: async (form) => actionResult(await sendCv(form.file('cv'), request.signal)),
    delete_cv: () => orReload(sendWrite('CvService.DeleteCurrentCv', {}, request.signal), 'not_found'),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} shape="form" />;
}

export default function TalentProfilePage() {
  const { answer, cv } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(profile) => <ProfilePage profile={profile} cv={cv} />}
    </PageData>
  );
}

function profileTexts({ headline, summary, skills, location, links, career }: Profile) {
  const lists = { skills: skills.join(', '), links: links.join('\n') };
  return { headline, summary, location, ...lists, ...careerTexts(career) };
}

function ProfilePage({ profile, cv }: { profile: Profile; cv: ApiAnswer<CurrentCv> }) {
  const job = jobToApplyFor(useReturnTo());
  return (
    <Page
      title={TITLE}
      lead={LEAD}
      {...(job === null ? {} : { back: { to: `/talent/apply/${job}`, title: 'Apply' } })}
    >
      <ProfileForm profile={profile} />
      <CvCard answer={cv} />
    </Page>
  );
}

function ProfileForm({ profile }: { profile: Profile }) {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  return (
    <Form method="post" className="card">
      <FormBody intent="save" refusal={result?.refusal}>
        <EditedVersion resource={profile} textsOf={profileTexts} />
        <TextField label="Headline" name="headline" defaultValue={profile.headline} maxLength={140} />
        <TextArea label="Summary" name="summary" defaultValue={profile.summary} maxLength={4000} rows={8} />
        <TextField
          label="Skills"
          name="skills"
          hint="Separate with commas, up to 30."
          defaultValue={profileTexts(profile).skills}
        />
        <TextField label="Location" name="location" defaultValue={profile.location} maxLength={140} />
        <TextArea
          label="Links"
          name="links"
          hint="One per line, each starting with https://"
          defaultValue={profileTexts(profile).links}
          rows={3}
        />
        <CareerFields career={profile.career} version={profile.etag} />
        <div className="actions save-bar">
          <SubmitButton className="primary" isBusy={isBusy} busyLabel="Saving…">
            Save
          </SubmitButton>
          <DoneNote result={result}>
            Saved. <WayBack />
          </DoneNote>
          {profile.updated_at === undefined ? null : (
            <small>
              Last saved <Moment at={profile.updated_at} />
            </small>
          )}
        </div>
      </FormBody>
    </Form>
  );
}

/** To the job that the user has left to complete the profile (U14). */
function WayBack() {
  const job = jobToApplyFor(useReturnTo());
  const canApply = useIdentitiesUserSession()?.talent_access.state === 'active';
  if (job === null) return null;
  return (
    <Link to={`/talent/apply/${job}`}>{canApply ? 'Continue with your application' : 'Back to the job'}</Link>
  );
}
