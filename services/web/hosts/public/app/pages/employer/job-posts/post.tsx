import { placeName } from '@gatehouse/contract/country-name';
import type { Company, JobPost } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { callApiSignedIn } from '#api/call-signed-in.ts';
import { formAction } from '#api/form-action.ts';
import { orReload } from '#api/or-reload.ts';
import { loadReads, type PageHandle } from '#api/page-reads.ts';
import { actionResult, sendChange } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { Dotted } from '#design/dotted.tsx';
import { KIND_LABELS, QUESTION_KIND_LABELS } from '#design/labels.ts';
import { useListAddress } from '#design/list-memory.tsx';
import { Day } from '#design/local-time.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { LateRichText } from '#rich-text/late-rich-text.tsx';
import { parseRichText } from '#rich-text/parse.ts';
import type { RichText } from '#rich-text/tree.ts';
import { JobView } from '../../jobs/job-view.tsx';
import { ownLogo } from '../own-logo.ts';
import { ReviewNotice } from '../review-notice.tsx';
import { DuplicateButton } from './duplicate-button.tsx';
import { HiddenNotice } from './hidden-notice.tsx';
import { isPublic, postAndCompany, postAndCompanyReads } from './load-post.ts';
import { readPostAndCompany } from './read-post.ts';
import { JobPostState } from './state.tsx';
import { NEXT_STATES, StateChange } from './state-change.tsx';
import { NO_TERMS, termsTexts } from './terms-fields.tsx';

/** An entry page: users bookmark and share it, and the first paint has its data (P3). */
export async function loader(args: LoaderFunctionArgs) {
  const { post, company } = await readPostAndCompany(args);
  const description = post.ok ? parseRichText(post.data.description) : undefined;
  return { ...postAndCompany(post, company), description };
}

export const handle = { reads: postAndCompanyReads } satisfies PageHandle;

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { post, company } = await loadReads(handle, args);
  return postAndCompany(post, company);
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  const { signal } = request;
  const id = params['id'] ?? '';
  return formAction(request, {
    set_state: (form) => {
      const state = form.choice('state', NEXT_STATES);
      return sendChange(form, 'JobPostService.UpdateJobPost', { id, state }, signal);
    },
    delete: (form) => orReload(sendChange(form, 'JobPostService.DeleteJobPost', { id }, signal), 'not_found'),
    duplicate: async () => {
      const source = await callApiSignedIn('JobPostService.GetJobPost', { id }, signal);
      if (!source.ok) return actionResult(source);
      const { title, description, location, country_code, kind, terms, questions } = source.data;
      // The last day was that of the first one.
      const input = {
        title,
        description,
        location,
        kind,
        terms: { ...(terms ?? NO_TERMS), expires_on: '' },
        ...(country_code === undefined ? {} : { country_code }),
        ...(questions === undefined ? {} : { questions }),
      };
      const copy = await callApiSignedIn('JobPostService.CreateJobPost', input, signal);
      return copy.ok ? redirect(`/employer/jobs/${copy.data.id}/edit`) : actionResult(copy);
    },
  });
}

export default function EmployerJobPage() {
  // The browser's loader parses nothing.
  const { answer, description } = useLoaderData<typeof loader>();
  return (
    <PageData title="Job post" answer={answer}>
      {({ post, company }) => (
        <OwnJobPost key={post.id} post={post} description={description} company={company} />
      )}
    </PageData>
  );
}

function OwnJobPost({
  post,
  description,
  company,
}: {
  post: JobPost;
  description: RichText | undefined;
  company: Company;
}) {
  const isNew = useSearchParams()[0].get('saved') === 'draft';
  const { id, title, state, application_count: count } = post;
  return (
    <Page
      title={title}
      lead={<Dotted parts={{ location: placeName(post), kind: KIND_LABELS[post.kind] }} />}
      back={{ to: useListAddress('/employer/jobs'), title: 'Job posts' }}
      aside={
        <>
          {count === 0 ? null : (
            <Link className="button primary" to={`/employer/applications?job=${id}`}>
              {count} {count === 1 ? 'application' : 'applications'}
            </Link>
          )}
          <Link className="button" to={`/employer/jobs/${id}/edit`}>
            Edit<span className="visually-hidden"> {title}</span>
          </Link>
          <StateChange post={post} isMain={count === 0} />
          {post.hidden === undefined ? <DuplicateButton post={post} /> : null}
          {state === 'draft' ? <DeleteDraft post={post} /> : null}
        </>
      }
    >
      <p className="facts">
        <JobPostState post={post} />
        <span>
          Created <Day at={post.created_at} />
        </span>
        {post.published_at === undefined ? null : (
          <span>
            Published <Day at={post.published_at} />
          </span>
        )}
        {isPublic(post, company) ? <Link to={`/jobs/${id}`}>View public page</Link> : null}
      </p>
      {state === 'draft' ? (
        <p className="notice" role="status">
          {isNew ? 'Draft saved. ' : ''}Only your company sees this draft. Applicants will see it like this:
        </p>
      ) : null}
      {post.country_code === undefined && state !== 'closed' && post.terms?.remote_mode !== 'remote' ? (
        <p className="hint">
          Search engines may leave out a job without a country.{' '}
          <Link to={`/employer/jobs/${id}/edit`}>Add the country</Link>
        </p>
      ) : null}
      {state === 'published' ? <ReviewNotice review={company.review} /> : null}
      {post.hidden === undefined ? null : <HiddenNotice hidden={post.hidden} />}
      <JobView
        post={post}
        description={<LateRichText source={post.description} blocks={description} />}
        company={company}
        logo={ownLogo(company)}
      />
    </Page>
  );
}

/** All that its version covers, so that a change of any of it shows. */
function wholeText({ title, location, country_code, kind, description, terms, questions }: JobPost) {
  const asked = questions?.items.map(
    (one) => `${one.text} (${QUESTION_KIND_LABELS[one.kind]}${one.is_required ? ', required' : ''})`,
  );
  const facts = [location, country_code, KIND_LABELS[kind], ...Object.values(termsTexts(terms))];
  const parts = [title, facts.filter(Boolean).join(', '), description, ...(asked ?? [])];
  return { draft: parts.filter(Boolean).join('\n\n') };
}
const DRAFT_NAMES = { draft: { label: 'Draft', values: {} } };

function DeleteDraft({ post }: { post: JobPost }) {
  const { id, title } = post;
  return (
    <ConfirmChange
      label="Delete draft"
      about={title}
      title={`Delete the draft “${title}”?`}
      tone="bad"
      intent="delete"
      action={`/employer/jobs/${id}`}
      fields={{ draft: 'Deleted' }}
      done={`The draft “${title}” is deleted.`}
      gone={`The draft “${title}” has already been deleted.`}
      after="/employer/jobs"
      description="It is deleted for all members of your company. This cannot be undone."
    >
      <EditedVersion resource={post} textsOf={wholeText} names={DRAFT_NAMES} />
    </ConfirmChange>
  );
}
