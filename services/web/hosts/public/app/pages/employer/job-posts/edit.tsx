import type { Company, JobPost } from '@gatehouse/contract/wire';
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
import { loadReads, type PageHandle } from '#api/page-reads.ts';
import { sendChange } from '#api/page-result.ts';
import { FormBody } from '#design/form-body.tsx';
import { Moment } from '#design/local-time.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { DoneNote, SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { ReviewNotice } from '../review-notice.tsx';
import { JobPostFields, jobPostOf, jobPostTexts } from './fields.tsx';
import { HiddenNotice } from './hidden-notice.tsx';
import { JobPreviewButton } from './job-preview-button.tsx';
import { isPublic, postAndCompany, postAndCompanyReads } from './load-post.ts';
import { readPostAndCompany } from './read-post.ts';
import { JobPostState } from './state.tsx';
import { NEXT_STATES } from './state-change.tsx';

const TITLE = 'Edit job post';

/** The hidden field that names the version which the page has loaded, if that one states no country. */
const ETAG_WITHOUT_COUNTRY = 'etag_without_country';

/** An entry page: users come back to a draft, and what they type before the scripts arrive is kept (P3, U1). */
export async function loader(args: LoaderFunctionArgs) {
  const { post, company } = await readPostAndCompany(args);
  return postAndCompany(post, company);
}

export const handle = { reads: postAndCompanyReads } satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { post, company } = await loadReads(handle, args);
  return postAndCompany(post, company);
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  return formAction(request, {
    save: (form) => {
      // The button that publishes names the new state.
      const state = form.text('state') === '' ? {} : { state: form.choice('state', NEXT_STATES) };
      const post = jobPostOf(form);
      // Empty only to remove it: services of before the field refuse it during an upgrade.
      const hadNone = form.text('etag') === form.text(ETAG_WITHOUT_COUNTRY);
      const country = hadNone || post.country_code !== undefined ? {} : { country_code: '' };
      const input = { id: params['id'] ?? '', ...post, ...country, ...state };
      return sendChange(form, 'JobPostService.UpdateJobPost', input, request.signal);
    },
  });
}

export default function EditJobPostPage() {
  const { answer } = useLoaderData<typeof loader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {({ post, company }) => <EditJobPost key={post.id} post={post} company={company} />}
    </PageData>
  );
}

function EditJobPost({ post, company }: { post: JobPost; company: Company }) {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  const isShown = isPublic(post, company);
  return (
    <Page
      title={post.title}
      lead="Edit the job post."
      back={{ to: `/employer/jobs/${post.id}`, title: 'Job post' }}
    >
      <p className="facts">
        <JobPostState post={post} />
        <span>
          Last updated <Moment at={post.updated_at} />
        </span>
        {isShown ? <Link to={`/jobs/${post.id}`}>View public page</Link> : null}
      </p>
      {post.state === 'published' ? <ReviewNotice review={company.review} /> : null}
      {post.hidden === undefined ? null : <HiddenNotice hidden={post.hidden} />}
      <Form method="post" className="card">
        <FormBody intent="save" refusal={result?.refusal}>
          <EditedVersion resource={post} textsOf={jobPostTexts} />
          {post.country_code === undefined ? (
            <input type="hidden" name={ETAG_WITHOUT_COUNTRY} value={post.etag} />
          ) : null}
          <JobPostFields post={post} />
          <div className="actions save-bar">
            <SubmitButton className="primary" isBusy={isBusy} busyLabel="Saving…">
              Save
            </SubmitButton>
            {post.state === 'published' || post.hidden !== undefined ? null : (
              <SubmitButton name="state" value="published" isBusy={isBusy}>
                {post.state === 'closed' ? 'Save and reopen' : 'Save and publish'}
              </SubmitButton>
            )}
            <JobPreviewButton company={company} />
            <DoneNote result={result}>{isShown ? 'Saved. The public page is updated.' : 'Saved.'}</DoneNote>
          </div>
        </FormBody>
      </Form>
    </Page>
  );
}
