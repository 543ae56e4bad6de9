import type { JobPost } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { sendChange } from '#api/page-result.ts';
import { readApi } from '#api/server-api.ts';
import { formatDay, formatMoment } from '#design/dates.ts';
import { FormBody } from '#design/form-body.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { DoneNote, SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { webRequestContext } from '#entry/web-request.ts';
import { JobPostFields, jobPostOf, jobPostTexts } from './job-post-fields.tsx';
import { JobPostState } from './job-post-state.tsx';
import { NEXT_STATES, PublishButton } from './publish-button.tsx';

const BACK = { to: '/employer/jobs', title: 'Job posts' };

/** An entry page: users bookmark and share it, and the first paint has its data (P3). */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = params['id'] ?? '';
  return { answer: await readApi(context.get(webRequestContext), 'JobPostService.GetJobPost', { id }) };
}

export const handle = {
  reads: ({ params }) => ({ answer: read('JobPostService.GetJobPost', { id: params['id'] ?? '' }) }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  const { signal } = request;
  const id = params['id'] ?? '';
  return formAction(request, {
    save: (form) => sendChange(form, 'JobPostService.UpdateJobPost', { id, ...jobPostOf(form) }, signal),
    set_state: (form) => {
      const state = form.choice('state', NEXT_STATES);
      return sendChange(form, 'JobPostService.UpdateJobPost', { id, state }, signal);
    },
  });
}

export default function EmployerJobPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title="Job post" answer={answer}>
      {(post) => <EditJobPost key={post.id} post={post} />}
    </PageData>
  );
}

function EditJobPost({ post }: { post: JobPost }) {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  return (
    <Page title={post.title} back={BACK} aside={<PublishButton post={post} />}>
      <p className="facts">
        <JobPostState state={post.state} />
        <span>Created {formatDay(post.created_at)}</span>
        {post.published_at === undefined ? null : <span>Published {formatDay(post.published_at)}</span>}
        {post.application_count === 0 ? null : (
          <Link to={`/employer/jobs/${post.id}/applications`}>
            {post.application_count} {post.application_count === 1 ? 'application' : 'applications'}
          </Link>
        )}
        {post.state === 'published' ? <Link to={`/jobs/${post.id}`}>View public page</Link> : null}
      </p>
      <Form method="post" className="card">
        <FormBody intent="save" refusal={result?.refusal}>
          <EditedVersion resource={post} textsOf={jobPostTexts} />
          <JobPostFields post={post} />
          <div className="actions">
            <SubmitButton className="primary" isBusy={isBusy} busyLabel="Saving…">
              Save
            </SubmitButton>
            <DoneNote result={result}>
              {post.state === 'published' ? 'Saved. The public page is updated.' : 'Saved.'}
            </DoneNote>
            <small>Last updated {formatMoment(post.updated_at)}</small>
          </div>
        </FormBody>
      </Form>
    </Page>
  );
}
