import type { PublicCompany, PublicJobPost } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CompanyLogo } from '#design/company-logo.tsx';
import { JobTerms } from '#design/job-terms.tsx';
import { excerptOf } from '#rich-text/plain-text.ts';
import { JobQuestions } from './job-questions.tsx';

/** More than the six lines that are shown of a company. */
const MAX_ABOUT_LENGTH = 600;

/** A job post as applicants see it, below its title: on its public page, and in the company's previews. */
export function JobView({
  post,
  description,
  company,
  logo,
  children,
}: {
  post: Pick<PublicJobPost, 'terms' | 'questions'>;
  /** Its rich text. */
  description: ReactNode;
  company: Pick<PublicCompany, 'id' | 'name' | 'about'>;
  /** The path of the company's logo; undefined: it has none. */
  logo: string | undefined;
  /** In front of the terms: how to apply. */
  children?: ReactNode;
}) {
  return (
    <div className="with-aside job-view">
      <div className="job-facts stack">
        {children}
        <JobTerms terms={post.terms} />
      </div>
      <article className="prose rich-text" dir="auto">
        {description}
      </article>
      <aside className="stack">
        <JobQuestions questions={post.questions} />
        <section className="card">
          <CompanyLogo name={company.name} path={logo} />
          <h2>{company.name}</h2>
          {company.about === '' ? null : (
            <p className="job-text" dir="auto">
              {excerptOf(company.about, MAX_ABOUT_LENGTH)}
            </p>
          )}
          <p className="actions">
            <Link className="button" to={`/companies/${company.id}`}>
              About the company
            </Link>
          </p>
        </section>
      </aside>
    </div>
  );
}
