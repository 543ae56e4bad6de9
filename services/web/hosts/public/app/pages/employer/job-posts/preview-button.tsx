import type { Company } from '@gatehouse/contract/wire';
import { useRef, useState } from 'react';
import { FormValues } from '#api/form-values.ts';
import { PART_NOT_LOADED, useOnDemand } from '#design/on-demand.ts';
import { jobPostOf } from './fields.tsx';

const loadPreview = () => import('./preview-dialog.tsx');

/** In the form of a job post: shows what is typed as applicants will see it, saved or not. */
export function PreviewButton({ company }: { company: Company }) {
  const { part, hasFailed, want } = useOnDemand(loadPreview);
  const [isOpen, setIsOpen] = useState(false);
  // Stays while the dialog closes.
  const [post, setPost] = useState<ReturnType<typeof jobPostOf> | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        ref={button}
        aria-haspopup="dialog"
        onPointerEnter={want}
        onFocus={want}
        onClick={({ currentTarget: { form } }) => {
          want();
          if (form === null) return;
          setPost(jobPostOf(new FormValues(new FormData(form))));
          setIsOpen(true);
        }}
      >
        Preview
      </button>
      {part === null ? null : (
        <part.PreviewDialog
          isOpen={isOpen}
          post={post}
          company={company}
          opener={button}
          onClose={() => setIsOpen(false)}
        />
      )}
      {hasFailed && isOpen ? (
        <span className="field-error" role="alert">
          {PART_NOT_LOADED}
        </span>
      ) : null}
    </>
  );
}
