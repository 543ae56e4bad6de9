import { Dialog } from '@base-ui/react/dialog';
import type { Company, JobPost } from '@gatehouse/contract/wire';
import type { RefObject } from 'react';
import { Dotted } from '#design/dotted.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import { ParsedText } from '#rich-text/parsed-text.tsx';
import { JobView } from '../../jobs/job-view.tsx';
import { ownLogo } from '../own-logo.ts';

/** A job post as its public page will show it: loaded on demand, never rendered on the server. */
export function PreviewDialog({
  isOpen,
  post,
  company,
  opener,
  onClose,
}: {
  isOpen: boolean;
  /** Null: not opened yet. */
  post: Pick<JobPost, 'title' | 'description' | 'location' | 'kind' | 'terms' | 'questions'> | null;
  company: Company;
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Viewport className="dialog-place">
          <Dialog.Popup className="dialog wide" finalFocus={opener}>
            <div className="page-heading">
              <Dialog.Title>Preview</Dialog.Title>
              <Dialog.Close>Close preview</Dialog.Close>
            </div>
            <Dialog.Description>
              What you typed, as applicants will see it. Nothing is saved yet.
            </Dialog.Description>
            {post === null ? null : (
              <section className="preview" aria-label="Preview of the job post">
                <h3 className="preview-title">{post.title.trim() === '' ? 'Untitled' : post.title}</h3>
                <p className="lead">
                  <Dotted
                    parts={{ company: company.name, location: post.location, kind: KIND_LABELS[post.kind] }}
                  />
                </p>
                <JobView
                  post={post}
                  description={<ParsedText source={post.description} />}
                  company={company}
                  logo={ownLogo(company)}
                />
              </section>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
