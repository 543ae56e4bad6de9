import type { PublicCompany, PublicJobPost } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Monogram } from '#design/monogram.tsx';
import { JobQuestions } from './job-questions.tsx';
import { JobTerms } from './job-terms.tsx';

/** A job post as applicants see it, below its title: on its public page, and in the company's previews. */
export function JobView({
  post,
  company,
  children,
}: {
  post: Pick<PublicJobPost, 'description' | 'terms' | 'questions'>;
  company: Pick<PublicCompany, 'id' | 'name' | 'about'>;
  /** In front of the company: how to apply. */
  children?: ReactNode;
}) {
  return (
    <div className="with-aside">
      <article className="prose" dir="auto">
        {post.description}
      </article>
      <aside className="stack">
        {children}
        <JobTerms terms={post.terms} />
        <JobQuestions questions={post.questions} />
        <section className="card">
          <Monogram name={company.name} />
          <h2>{company.name}</h2>
          {company.about === '' ? null : (
            <p className="job-text" dir="auto">
              {company.about}
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
