import type { JobPost } from '@gatehouse/contract/wire';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { useToast } from '#design/toast.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { JOB_POST_STATE_LABELS } from './job-post-state.tsx';

/** The states that a post can be put into, with the button's label. */
export const NEXT_STATES = { published: 'Publish', closed: 'Close' } as const;

const stateTexts = ({ state }: JobPost) => ({ state });
const STATE_NAMES = { state: { label: 'Status', values: JOB_POST_STATE_LABELS } };

/** Publishes a post, or closes a published one; a closed one can be published again. */
export function PublishButton({ post }: { post: JobPost }) {
  const { id, title, state } = post;
  const fetcher = useFetcher<ActionResult<JobPost>>();
  const showToast = useToast();
  const { data } = fetcher;
  useOnDone(data, (done) =>
    showToast(done.state === 'published' ? `“${title}” is published.` : `“${title}” is closed.`),
  );
  const next = state === 'published' ? 'closed' : 'published';
  return (
    <fetcher.Form method="post" action={`/employer/jobs/${id}`}>
      <FormBody intent="set_state" refusal={data?.refusal}>
        <EditedVersion resource={post} textsOf={stateTexts} names={STATE_NAMES} />
        <SubmitButton name="state" value={next} isBusy={fetcher.state !== 'idle'}>
          {NEXT_STATES[next]}
          <span className="visually-hidden"> {title}</span>
        </SubmitButton>
      </FormBody>
    </fetcher.Form>
  );
}
