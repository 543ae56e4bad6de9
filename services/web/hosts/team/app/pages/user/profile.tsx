import type { ReviewedProfile } from '@gatehouse/contract/wire';
import { CareerLists } from '#design/career.tsx';
import { Day } from '#design/local-time.tsx';
import { Skills } from '#design/skills.tsx';

/** What a user says about their work: what staff decide on. */
export function Profile({ profile }: { profile: ReviewedProfile | undefined }) {
  return (
    <section className="card stack" aria-labelledby="profile">
      <h2 id="profile">Talent profile</h2>
      {profile === undefined ? <p>No profile yet.</p> : <WrittenProfile profile={profile} />}
    </section>
  );
}

function WrittenProfile({
  profile: { headline, summary, skills, location, links, career, updated_at },
}: {
  profile: ReviewedProfile;
}) {
  return (
    <>
      <h3 dir="auto">{headline === '' ? 'No headline' : headline}</h3>
      <p className="prose" dir="auto">
        {summary === '' ? 'No summary.' : summary}
      </p>
      <Skills skills={skills} />
      <CareerLists career={career} />
      <dl className="facts-list">
        <dt>Location</dt>
        <dd>{location === '' ? 'Not provided' : location}</dd>
        <dt>Links</dt>
        <dd>
          {links.length === 0
            ? 'None'
            : links.map((link) => (
                <div key={link}>
                  <a href={link} rel="noreferrer nofollow" target="_blank">
                    {link}
                  </a>
                </div>
              ))}
        </dd>
        <dt>Last changed</dt>
        <dd>
          <Day at={updated_at} />
        </dd>
      </dl>
    </>
  );
}
