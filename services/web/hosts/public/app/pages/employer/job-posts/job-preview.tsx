import { placeName } from '@gatehouse/contract/country-name';
import type { Company, JobPost } from '@gatehouse/contract/wire';
import { Dotted } from '#design/dotted.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import type { PreviewProps } from '#design/preview-button.tsx';
import { PreviewDialog } from '#design/preview-dialog.tsx';
import { ParsedText } from '#rich-text/parsed-text.tsx';
import { JobView } from '../../jobs/job-view.tsx';
import { ownLogo } from '../own-logo.ts';

interface PreviewedJob {
  readonly company: Company;
  readonly post: Pick<
    JobPost,
    'title' | 'description' | 'location' | 'country_code' | 'kind' | 'terms' | 'questions'
  >;
}

/** A job post as its public page will show it: loaded on demand, never rendered on the server. */
export function Preview(preview: PreviewProps<PreviewedJob>) {
  return (
    <PreviewDialog
      preview={preview}
      description="What you typed, as applicants will see it. Nothing is saved yet."
    >
      {({ company, post }) => (
        <section className="preview" aria-label="Preview of the job post">
          <h3 className="preview-title">{post.title.trim() === '' ? 'Untitled' : post.title}</h3>
          <p className="lead">
            <Dotted
              parts={{ company: company.name, location: placeName(post), kind: KIND_LABELS[post.kind] }}
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
    </PreviewDialog>
  );
}
