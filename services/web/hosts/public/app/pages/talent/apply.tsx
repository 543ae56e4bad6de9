import type { PublicJobPost } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Form,
  Link,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router';
import { callApiSignedIn } from '#api/call-signed-in.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { actionResult } from '#api/page-result.ts';
import { Dotted } from '#design/dotted.tsx';
import { TextArea } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { useIdentitiesUserSession } from '../../session-hook.ts';

const TITLE = 'Apply';

export const handle = {
  reads: ({ params }) => ({
    answer: read('PublicJobPostService.GetPublicJobPost', { id: params['id'] ?? '' }),
  }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  return formAction(request, {
    apply: async (form) => {
      const input = { job_post_id: params['id'] ?? '', message: form.text('message') };
      const { signal } = request;
      const answer = await callApiSignedIn('TalentApplicationService.CreateApplication', input, signal);
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
  const isBusy = useIsSending();
  // A hint for the user; the API decides.
  const isPending = useIdentitiesUserSession()?.talent_access.state === 'pending';
  const code = result?.refusal?.code;
  return (
    <Page
      title={`Apply for ${title}`}
      lead={<Dotted parts={{ company: company.name, location }} />}
      back={{ to: `/jobs/${id}`, title: 'Job' }}
    >
      {isPending ? (
        <p className="notice warn">
          We are still reviewing your request for talent access. You can write your profile now, and apply
          once you have access.
        </p>
      ) : null}
      <Form method="post" className="card">
        <FormBody intent="apply" refusal={result?.refusal}>
          {code === 'application_exists' ? (
            <p>
              You can apply once for each job. See <Link to="/talent/applications">your applications</Link>.
            </p>
          ) : null}
          <TextArea
            label="Message to the company"
            name="message"
            hint="Optional. Why this job, and when you could start."
            maxLength={4000}
            rows={8}
          />
          <p>
            The company receives <Link to="/talent/profile">your profile</Link> as it is now, your name and
            your email address. You can withdraw your application later, which deletes what you sent.
          </p>
          <SubmitButton className="primary" isBusy={isBusy} busyLabel="Sending…">
            Send application
          </SubmitButton>
        </FormBody>
      </Form>
    </Page>
  );
}
