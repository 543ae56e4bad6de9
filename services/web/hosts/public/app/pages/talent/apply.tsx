import type { PublicJobPost } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Form,
  Link,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import { loadPage } from '#api/load-page.ts';
import { actionResult } from '#api/page-result.ts';
import { TextArea } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { useIdentitiesUserSession } from '../../session-hook.ts';

const TITLE = 'Apply';

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const id = params['id'] ?? '';
  return { answer: await loadPage('PublicJobPostService.GetPublicJobPost', { id }, request.signal) };
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  return formAction(request, {
    apply: async (form) => {
      const input = { job_post_id: params['id'] ?? '', message: form.text('message') };
      const answer = await callApi('TalentApplicationService.CreateApplication', input, request.signal);
      return answer.ok ? redirect(`/talent/applications?sent=${answer.data.id}`) : actionResult(answer);
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
      {(post) => <Apply post={post} />}
    </PageData>
  );
}

function Apply({ post: { id, title, company, location } }: { post: PublicJobPost }) {
  const result = useActionData<typeof clientAction>();
  const isBusy = useNavigation().state !== 'idle';
  // A hint for the person; the API decides.
  const isPending = useIdentitiesUserSession()?.talent_access.state === 'pending';
  const code = result?.refusal?.code;
  return (
    <Page
      title={`Apply: ${title}`}
      lead={[company.name, location].filter(Boolean).join(' · ')}
      back={{ to: `/jobs/${id}`, title: 'The job' }}
    >
      {isPending ? (
        <p className="notice warn">
          We are still looking at your request for talent access. You can apply as soon as it is granted; your
          profile can be written already.
        </p>
      ) : null}
      <Form method="post" className="card">
        <FormBody intent="apply" refusal={result?.refusal}>
          {code === 'application_exists' ? (
            <p>
              One application a person and job. Yours is under{' '}
              <Link to="/talent/applications">your applications</Link>.
            </p>
          ) : null}
          <TextArea
            label="A few words to the company"
            name="message"
            hint="Why this job, and when you could begin. You may leave it empty."
            maxLength={4000}
            rows={8}
          />
          <p>
            With it goes <Link to="/talent/profile">your profile</Link> as it is at this moment, your name and
            your e-mail address. You can withdraw an application; what was sent is erased then.
          </p>
          <button type="submit" className="primary" disabled={isBusy}>
            {isBusy ? 'Sending …' : 'Send the application'}
          </button>
        </FormBody>
      </Form>
    </Page>
  );
}
