import type { JobPost, JobPostKind } from '@gatehouse/contract/wire';
import { useEffect, useRef } from 'react';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  useFetcher,
  useLoaderData,
} from 'react-router';
import { formatDay } from '../../../../../design/dates.ts';
import { FormBody, SelectField, TextArea, TextField } from '../../../../../design/fields.tsx';
import { EmptyState, Page, PageSkeleton } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { KIND_WORDS } from '../../../../../design/words.ts';
import { loadPage } from '../../../../../session/load-page.ts';
import { sendWrite } from '../../../../../session/page-result.ts';
import { JobPostState } from './job-post-state.tsx';

const TITLE = 'Job posts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return {
    answer: await loadPage('JobPostService.ListJobPosts', { cursor: '', limit: 100 }, request.signal),
  };
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n');
  if (form.has('id')) {
    const state = text('state') === 'closed' ? 'closed' : 'published';
    return sendWrite('JobPostService.UpdateJobPost', { id: text('id'), state }, request.signal);
  }
  const kind = text('kind') as JobPostKind;
  const input = { title: text('title'), description: text('description'), location: text('location'), kind };
  return sendWrite('JobPostService.CreateJobPost', input, request.signal);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} />;
}

export default function EmployerJobsPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {({ items }) => (
        <Page title={TITLE}>
          <div className="stack">
            {items.length === 0 ? (
              <EmptyState>
                <p>No job posts yet. Write the first one below.</p>
              </EmptyState>
            ) : (
              <table>
                <thead>
                  <tr>
                    <th scope="col">Post</th>
                    <th scope="col">State</th>
                    <th scope="col">Made</th>
                    <th scope="col">
                      <span className="visually-hidden">Change</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((post) => (
                    <JobPostRow key={post.id} post={post} />
                  ))}
                </tbody>
              </table>
            )}
            <NewJobPost />
          </div>
        </Page>
      )}
    </PageData>
  );
}

function JobPostRow({ post }: { post: JobPost }) {
  const fetcher = useFetcher<typeof clientAction>();
  const next = post.state === 'published' ? 'closed' : 'published';
  return (
    <tr>
      <td>
        <strong>{post.title}</strong>
        <br />
        <small>
          {post.location}, {KIND_WORDS[post.kind]}
        </small>
      </td>
      <td data-label="State">
        <JobPostState state={post.state} />
      </td>
      <td data-label="Made">{formatDay(post.created_at)}</td>
      <td>
        <fetcher.Form method="post">
          <input type="hidden" name="id" value={post.id} />
          <FormBody refusal={fetcher.data?.refusal}>
            <button type="submit" name="state" value={next} disabled={fetcher.state !== 'idle'}>
              {next === 'closed' ? 'Close' : 'Publish'}
              <span className="visually-hidden"> {post.title}</span>
            </button>
          </FormBody>
        </fetcher.Form>
      </td>
    </tr>
  );
}

function NewJobPost() {
  const fetcher = useFetcher<typeof clientAction>();
  const form = useRef<HTMLFormElement>(null);
  const { data: result, state } = fetcher;
  useEffect(() => {
    if (result !== undefined && result.refusal === undefined) form.current?.reset();
  }, [result]);
  return (
    <fetcher.Form method="post" className="card" ref={form}>
      <h2>A new job post</h2>
      {result?.done === undefined ? null : (
        <p className="notice" role="status">
          Saved as a draft. Nobody sees it until you publish it.
        </p>
      )}
      <FormBody refusal={result?.refusal}>
        <TextField label="Title" name="title" required maxLength={140} />
        <TextField label="Place" name="location" maxLength={140} />
        <SelectField label="Kind" name="kind" defaultValue="full_time">
          {Object.entries(KIND_WORDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextArea label="What the job is" name="description" maxLength={20000} rows={6} />
        <button type="submit" className="primary" disabled={state !== 'idle'}>
          {state === 'idle' ? 'Save as a draft' : 'Saving …'}
        </button>
      </FormBody>
    </fetcher.Form>
  );
}
