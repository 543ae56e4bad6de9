import type { JobPost } from '@gatehouse/contract/wire';
import { Link, useFetcher } from 'react-router';
import { callApi } from '#api/browser-api.ts';
import type { ActionResult } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { useToast } from '#design/toast.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { JOB_POST_STATE_LABELS } from './state.tsx';

/** The states that a post can be put into. */
export const NEXT_STATES = { published: true, closed: true } as const;

const stateTexts = ({ state }: JobPost) => ({ state });
const STATE_NAMES = { state: { label: 'Status', values: JOB_POST_STATE_LABELS } };

/** Publishes a draft, closes a published post after confirmation, and reopens a closed one, unless staff hide it. */
export function StateChange({ post, isMain = false }: { post: JobPost; isMain?: boolean }) {
  if (post.state === 'published') return <Close post={post} />;
  if (post.hidden !== undefined) return null;
  return <Publish post={post} isMain={isMain} />;
}

function Close({ post }: { post: JobPost }) {
  const { id, title } = post;
  return (
    <ConfirmChange
      label="Close"
      about={title}
      title={`Close “${title}”?`}
      intent="set_state"
      action={`/employer/jobs/${id}`}
      fields={{ state: 'closed' }}
      done={`“${title}” is closed.`}
      description={
        <>
          It leaves the job search, and applicants can no longer apply. {applicationsAfterClosing(post)} You
          can reopen it later.
        </>
      }
    >
      <EditedVersion resource={post} textsOf={stateTexts} names={STATE_NAMES} />
    </ConfirmChange>
  );
}

function applicationsAfterClosing({ application_count: count }: JobPost): string {
  if (count === 0) return 'It has no applications.';
  return count === 1
    ? 'Its application stays in its stage: you can still move it, and the applicant gets no email.'
    : `Its ${count} applications stay in their stages: you can still move them, and the applicants get no email.`;
}

function Publish({ post, isMain }: { post: JobPost; isMain: boolean }) {
  const { id, title, state } = post;
  const fetcher = useFetcher<ActionResult<JobPost>>();
  const showToast = useToast();
  const { data } = fetcher;
  useOnDone(data, () => void publishedText(title).then(showToast));
  const isIncomplete = data?.refusal?.code === 'job_post_incomplete';
  return (
    <fetcher.Form method="post" action={`/employer/jobs/${id}`}>
      <FormBody intent="set_state" refusal={isIncomplete ? undefined : data?.refusal}>
        <EditedVersion resource={post} textsOf={stateTexts} names={STATE_NAMES} />
        {isIncomplete && data?.refusal !== undefined ? (
          <div className="notice bad" role="alert">
            <strong>Not published yet</strong>
            <ul>
              {data.refusal.errors.map(({ field, message }) => (
                <li key={field}>{message}</li>
              ))}
            </ul>
            <Link to={`/employer/jobs/${id}/edit`}>Complete the job post</Link>
          </div>
        ) : null}
        <SubmitButton
          className={isMain ? 'primary' : undefined}
          name="state"
          value="published"
          isBusy={fetcher.state !== 'idle'}
        >
          {state === 'closed' ? 'Reopen' : 'Publish'}
          <span className="visually-hidden"> {title}</span>
        </SubmitButton>
      </FormBody>
    </fetcher.Form>
  );
}

/** Whether the post is public depends on the company, which the list does not show. */
async function publishedText(title: string): Promise<string> {
  const company = await callApi('CompanyService.GetCurrentCompany', {});
  if (!company.ok) return `“${title}” has the status Published now.`;
  const { review } = company.data;
  if (review === undefined) return `“${title}” is published.`;
  return review.state === 'refused'
    ? `“${title}” is not public: our staff have not approved your company.`
    : `“${title}” becomes public once our staff have approved your company.`;
}
