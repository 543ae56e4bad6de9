import type { PublicJobPost } from '@gatehouse/contract/wire';
import { JobTerms } from '#design/job-terms.tsx';
import { ParsedText } from '#rich-text/parsed-text.tsx';

/** Terms and description of a job post: loaded on demand, never rendered on the server. */
export function JobPostText({ post: { description, terms } }: { post: PublicJobPost }) {
  return (
    <div className="stack">
      <JobTerms terms={terms} />
      <article className="card prose rich-text" dir="auto">
        {description === '' ? 'No description.' : <ParsedText source={description} />}
      </article>
    </div>
  );
}
