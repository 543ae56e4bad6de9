import type { Applicant, SentProfile } from '@gatehouse/contract/wire';
import { CareerLists } from '#design/career.tsx';
import { Skills } from '#design/skills.tsx';

/** A profile as it was sent. The page around it shows headline and location. */
export function ProfileCard({
  title,
  profile: { summary, skills, links, career },
}: {
  title: string;
  profile: Pick<SentProfile | Applicant, 'summary' | 'skills' | 'links' | 'career'>;
}) {
  const isEmpty =
    summary === '' &&
    skills.length === 0 &&
    links.length === 0 &&
    !career?.positions.length &&
    !career?.education.length;
  return (
    <section className="card stack" aria-labelledby="profile">
      <h2 id="profile">{title}</h2>
      {isEmpty ? <p>The profile was empty.</p> : null}
      {summary === '' ? null : (
        <p className="prose" dir="auto">
          {summary}
        </p>
      )}
      <Skills skills={skills} />
      <CareerLists career={career} />
      {links.length === 0 ? null : (
        <dl className="facts-list">
          <dt>Links</dt>
          <dd>
            {links.map((link) => (
              <div key={link}>
                <a href={link} rel="noreferrer nofollow">
                  {link}
                </a>
              </div>
            ))}
          </dd>
        </dl>
      )}
    </section>
  );
}
