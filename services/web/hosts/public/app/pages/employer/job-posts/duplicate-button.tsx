import type { JobPost } from '@gatehouse/contract/wire';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton } from '#design/submit-button.tsx';

/** Creates a draft with the post's text, and opens it in the editor. */
export function DuplicateButton({ post: { id, title } }: { post: JobPost }) {
  const fetcher = useFetcher<ActionResult>();
  return (
    <fetcher.Form method="post" action={`/employer/jobs/${id}`}>
      <FormBody intent="duplicate" refusal={fetcher.data?.refusal}>
        <SubmitButton isBusy={fetcher.state !== 'idle'}>
          Duplicate<span className="visually-hidden"> {title}</span>
        </SubmitButton>
      </FormBody>
    </fetcher.Form>
  );
}
