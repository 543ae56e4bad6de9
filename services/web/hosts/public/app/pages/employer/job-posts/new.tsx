import type { ClientLoaderFunctionArgs } from 'react-router';
import { type ClientActionFunctionArgs, Form, redirect, useActionData, useLoaderData } from 'react-router';
import { callApiSignedIn } from '#api/call-signed-in.ts';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { actionResult } from '#api/page-result.ts';
import { FormBody } from '#design/form-body.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { JobPostFields, jobPostOf } from './fields.tsx';
import { JobPreviewButton } from './job-preview-button.tsx';

const TITLE = 'New job post';
const LEAD = 'It is a draft until you publish it.';

/** The preview shows the company. */
export const handle = {
  reads: () => ({ answer: read('CompanyService.GetCurrentCompany', {}) }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    create: async (form) => {
      const answer = await callApiSignedIn('JobPostService.CreateJobPost', jobPostOf(form), request.signal);
      return answer.ok ? redirect(`/employer/jobs/${answer.data.id}?saved=draft`) : actionResult(answer);
    },
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} shape="form" />;
}

export default function NewJobPostPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  return (
    <PageData title={TITLE} answer={answer}>
      {(company) => (
        <Page title={TITLE} lead={LEAD} back={{ to: '/employer/jobs', title: 'Job posts' }}>
          <Form method="post" className="card">
            <FormBody intent="create" refusal={result?.refusal}>
              <JobPostFields />
              <div className="actions save-bar">
                <SubmitButton className="primary" isBusy={isBusy} busyLabel="Saving…">
                  Save draft
                </SubmitButton>
                <JobPreviewButton company={company} />
              </div>
            </FormBody>
          </Form>
        </Page>
      )}
    </PageData>
  );
}
