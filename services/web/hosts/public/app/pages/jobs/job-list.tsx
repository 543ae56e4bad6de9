import type { PublicJobPost } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CompanyLogo, publicLogo } from '#design/company-logo.tsx';
import { Dotted } from '#design/dotted.tsx';
import { KIND_LABELS, REMOTE_MODE_LABELS } from '#design/labels.ts';
import { Badge } from '#design/page.tsx';
import { formatPay } from '#design/pay.ts';
import { RelativeTime } from '#design/relative-time.tsx';
import { SaveJob, useSavedAmong } from '../../saved-jobs/save-job.tsx';
import type { ListedJob } from './listed-job.ts';

/** Public job posts, one per row. */
export function JobList({
  posts,
  heading = 'h2',
  isOfOneCompany = false,
}: {
  posts: readonly ListedJob[];
  heading?: 'h2' | 'h3';
  /** On the company's own page, whose name and logo are above the list. */
  isOfOneCompany?: boolean;
}) {
  useSavedAmong(posts.map(({ id }) => id));
  return (
    <ul className="job-list">
      {posts.map((post) => (
        <JobItem key={post.id} post={post} heading={heading} isOfOneCompany={isOfOneCompany}>
          <SaveJob post={post} />
        </JobItem>
      ))}
    </ul>
  );
}

/** A row of a list of jobs. */
export function JobItem({
  post: { id, title, excerpt, company, location, kind, published_at, terms },
  heading: Heading,
  isOfOneCompany = false,
  children,
}: {
  post: ListedJob;
  heading: 'h2' | 'h3';
  isOfOneCompany?: boolean;
  /** The button that saves it. */
  children: ReactNode;
}) {
  return (
    <li>
      {isOfOneCompany ? null : <CompanyLogo name={company.name} path={publicLogo(company)} />}
      <div>
        <Heading>
          <Link to={`/jobs/${id}`}>{title}</Link>
        </Heading>
        <p>
          <Dotted
            parts={{
              company: isOfOneCompany ? '' : <CompanyLink company={company} />,
              location,
              mode: terms?.remote_mode === undefined ? '' : REMOTE_MODE_LABELS[terms.remote_mode],
              pay: formatPay(terms?.pay),
            }}
          />
        </p>
        {excerpt === '' ? null : (
          <p className="job-text" dir="auto">
            {excerpt}
          </p>
        )}
      </div>
      <div className="job-side">
        <p className="job-when">
          <Badge>{KIND_LABELS[kind]}</Badge>
          <RelativeTime at={published_at} />
        </p>
        {children}
      </div>
    </li>
  );
}

/** A company's name, which leads to its page. */
export function CompanyLink({
  company: { id, name },
}: {
  company: Pick<PublicJobPost['company'], 'id' | 'name'>;
}) {
  return <Link to={`/companies/${id}`}>{name}</Link>;
}
