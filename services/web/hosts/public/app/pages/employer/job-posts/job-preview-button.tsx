import type { Company } from '@gatehouse/contract/wire';
import { PreviewButton } from '#design/preview-button.tsx';
import { jobPostOf } from './fields.tsx';

const loadPreview = () => import('./job-preview.tsx');

/** In the form of a job post: shows what is typed as applicants will see it. */
export function JobPreviewButton({ company }: { company: Company }) {
  return <PreviewButton load={loadPreview} shownOf={(form) => ({ company, post: jobPostOf(form) })} />;
}
