import type { PublicJobPost } from '@gatehouse/contract/wire';
import { DetailsOnDemand } from '#design/details-on-demand.tsx';

const loadText = () => import('./job-post-text.tsx');

/** What the user has applied for, as it is now: its own page is gone once it is closed. */
export function AppliedJobPost({ post }: { post: PublicJobPost }) {
  return (
    <DetailsOnDemand summary="Job post as it is now" load={loadText}>
      {({ JobPostText }) => <JobPostText post={post} />}
    </DetailsOnDemand>
  );
}
