import { placeName } from '@gatehouse/contract/country-name';
import type {
  CurrentCv,
  GivenAnswer,
  Profile,
  PublicJobPost,
  ScreeningQuestion,
  TalentApplication,
} from '@gatehouse/contract/wire';
import { useState } from 'react';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  data,
  Form,
  Link,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router';
import { callApiSignedIn } from '#api/call-signed-in.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, optionalRead, type PageHandle, read } from '#api/page-reads.ts';
import { type ActionResult, actionResult } from '#api/page-result.ts';
import { Dotted } from '#design/dotted.tsx';
import { CheckboxField, TextArea } from '#design/fields.tsx';
import { FileLink } from '#design/file-link.tsx';
import { FormBody } from '#design/form-body.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { withReturnTo } from '#journey/return-to.ts';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { nextStepOf } from '../jobs/next-step.ts';
import { NextStepCard } from '../jobs/next-step-card.tsx';
import { ApplicationPreviewButton } from './application-preview-button.tsx';
import { CvField } from './cv.tsx';
import { FormerAnswers, useGivenAnswers } from './former-answers.tsx';
import { answersOf, QuestionAnswers } from './question-answers.tsx';
import { sendCv } from './send-cv.ts';

const TITLE = 'Apply';

export const handle = {
  reads: ({ params }) => {
    const id = params['id'] ?? '';
    return {
      post: read('PublicJobPostService.GetPublicJobPost', { id }),
      applications: read('TalentApplicationService.ListApplications', {
        job_post_id: id,
        cursor: '',
        limit: 1,
      }),
      profile: read('ProfileService.GetCurrentProfile', {}),
      cv: optionalRead('CvService.GetCurrentCv', {}),
    };
  },
} satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { post, applications, profile, cv } = await loadReads(handle, args);
  if (!post.ok) return { answer: post };
  if (!applications.ok) return { answer: applications };
  if (!profile.ok) return { answer: profile };
  const job = {
    post: post.data,
    application: applications.data.items[0],
    profile: profile.data,
    cv: cv.ok ? cv.data.file : undefined,
  };
  return { answer: { ok: true as const, data: job } };
}

/** A hint: the API decides what an application must have (U16). */
function isEmpty({ headline, summary, skills, links, career }: Profile): boolean {
  const hasTexts = headline !== '' || summary !== '' || skills.length > 0 || links.length > 0;
  return !hasTexts && !career?.positions.length && !career?.education.length;
}

/** With the answers that were sent, if the questions have changed. */
type ApplyResult = ActionResult & { readonly given?: readonly GivenAnswer[] };

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  return formAction(request, {
    apply: async (form) => {
      const { signal } = request;
      const file = form.file('cv');
      if (file !== null) {
        const uploaded = await sendCv(file, signal);
        if (!uploaded.ok) return actionResult(uploaded);
      }
      const input = {
        job_post_id: params['id'] ?? '',
        message: form.text('message'),
        with_cv: file !== null || form.text('with_cv') === 'on',
        answers: answersOf(form),
      };
      const answer = await callApiSignedIn('TalentApplicationService.CreateApplication', input, signal);
      if (answer.ok) return redirect(`/talent/applications?sent=${answer.data.id}`);
      if (answer.refusal.code !== 'questions_changed') return actionResult(answer);
      // Without the status of a refusal, so that the page's data is read again: with the new questions.
      return data<ApplyResult>({ refusal: answer.refusal, given: input.answers });
    },
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} shape="form" />;
}

export default function TalentApplyPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {(job) => <Apply {...job} />}
    </PageData>
  );
}

function Apply({
  post,
  application,
  profile,
  cv,
}: {
  post: PublicJobPost;
  application: TalentApplication | undefined;
  profile: Profile;
  cv: CurrentCv['file'];
}) {
  const { id, title, company } = post;
  const step = nextStepOf(useIdentitiesUserSession(), post, application);
  const [hasForm, setHasForm] = useState(false);
  // It stays when a refusal reports another state: it has what was entered (G8).
  if (step === 'apply' && !hasForm) setHasForm(true);
  return (
    <Page
      title={`Apply for ${title}`}
      lead={<Dotted parts={{ company: company.name, location: placeName(post) }} />}
      back={{ to: `/jobs/${id}`, title: 'Job' }}
    >
      {hasForm ? (
        <ApplyForm id={id} questions={post.questions?.items ?? []} profile={profile} cv={cv} />
      ) : (
        <NextStepCard step={step} post={post} application={application} />
      )}
    </Page>
  );
}

function ApplyForm({
  id,
  questions,
  profile,
  cv,
}: {
  /** Of the job post. */
  id: string;
  questions: readonly ScreeningQuestion[];
  profile: Profile;
  cv: CurrentCv['file'];
}) {
  const isProfileEmpty = isEmpty(profile);
  const profilePath = withReturnTo('/talent/profile', `/talent/apply/${id}`);
  const result: ApplyResult | undefined = useActionData<typeof clientAction>();
  const given = useGivenAnswers(result?.given, questions);
  const isBusy = useIsSending();
  return (
    <Form method="post" encType="multipart/form-data" className="card">
      <FormBody intent="apply" refusal={result?.refusal}>
        {result?.refusal?.code === 'application_exists' ? (
          <p>
            You can apply once for each job. See <Link to="/talent/applications">your applications</Link>.
          </p>
        ) : null}
        {isProfileEmpty ? (
          <p className="notice warn">
            Your profile is empty. <Link to={profilePath}>Complete it</Link>, send a CV, or write a message
            below.
          </p>
        ) : null}
        <TextArea
          label="Message to the company"
          name="message"
          hint={
            isProfileEmpty
              ? 'Required without a CV, because your profile is empty. Why this job, and when you could start.'
              : 'Optional. Why this job, and when you could start.'
          }
          maxLength={4000}
          rows={8}
        />
        <QuestionAnswers questions={questions} given={given} />
        <FormerAnswers questions={questions} given={given} />
        {cv === undefined ? (
          <CvField label="CV (optional)" />
        ) : (
          <>
            <div>
              <CheckboxField label="Send my CV" name="with_cv" defaultChecked />
              <p>
                <FileLink file={cv} path="/talent/cvs/current/document" />
              </p>
            </div>
            <CvField label="Send another one" note="It replaces the CV of your profile, too." />
          </>
        )}
        <p>
          The company receives <Link to={profilePath}>your profile</Link> as it is now, your name and your
          email address. You can withdraw your application later, which deletes what you sent.
        </p>
        <div className="actions">
          <SubmitButton className="primary" isBusy={isBusy} busyLabel="Sending…">
            Send application
          </SubmitButton>
          <ApplicationPreviewButton questions={questions} profile={profile} cv={cv} />
        </div>
      </FormBody>
    </Form>
  );
}
