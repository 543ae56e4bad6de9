import type { PublicJobPost } from '@gatehouse/contract/wire';
import { type ToggleEvent, useState } from 'react';
import { PART_NOT_LOADED, useOnDemand } from '#design/on-demand.ts';

const loadText = () => import('./job-post-text.tsx');

/** What the user has applied for, as it is now: its own page is gone once it is closed. */
export function AppliedJobPost({ post }: { post: PublicJobPost }) {
  const { part, hasFailed, want } = useOnDemand(loadText);
  const [isOpen, setIsOpen] = useState(false);
  const onToggle = ({ newState }: ToggleEvent<HTMLDetailsElement>) => {
    setIsOpen(newState === 'open');
    if (newState === 'open') want();
  };
  return (
    <details className="disclosure" onPointerEnter={want} onToggle={onToggle}>
      <summary>Job post as it is now</summary>
      {isOpen && part !== null ? <part.JobPostText post={post} /> : null}
      {isOpen && hasFailed ? (
        <p className="field-error" role="alert">
          {PART_NOT_LOADED}
        </p>
      ) : null}
    </details>
  );
}
