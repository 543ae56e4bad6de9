import type { Applicant, Application } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { FileLink } from '#design/file-link.tsx';
import { Day, Moment } from '#design/local-time.tsx';
import { Monogram } from '#design/monogram.tsx';
import { Badge } from '#design/page.tsx';

/** Who has applied, for what, and how to reach them. */
export function ApplicantCard({ application }: { application: Application }) {
  const { id, applicant, job_post_id, job_post_title, created_at, updated_at, cv } = application;
  const { name, email, location } = applicant;
  return (
    <section className="card" aria-labelledby="applicant">
      <Monogram name={name} />
      <h2 id="applicant">Applicant</h2>
      <dl className="facts-list">
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>Location</dt>
        <dd>{location === '' ? 'Not provided' : location}</dd>
        <dt>CV</dt>
        <dd>
          {cv === undefined ? 'Not sent' : <FileLink file={cv} path={`/employer/applications/${id}/cv`} />}
        </dd>
        <dt>Job post</dt>
        <dd>
          <Link to={`/employer/jobs/${job_post_id}`}>{job_post_title}</Link>
        </dd>
        <dt>Applied</dt>
        <dd>
          <Moment at={created_at} />
        </dd>
        <dt>In this stage since</dt>
        <dd>
          <Day at={updated_at} />
        </dd>
      </dl>
    </section>
  );
}

/** The profile as it was sent. */
export function ProfileCard({ applicant: { summary, skills, links } }: { applicant: Applicant }) {
  const isEmpty = summary === '' && skills.length === 0 && links.length === 0;
  return (
    <section className="card stack" aria-labelledby="profile">
      <h2 id="profile">Profile at the time of application</h2>
      {isEmpty ? <p>The profile was empty.</p> : null}
      {summary === '' ? null : (
        <p className="prose" dir="auto">
          {summary}
        </p>
      )}
      {skills.length === 0 ? null : (
        <ul className="chips" aria-label="Skills">
          {skills.map((skill) => (
            <li key={skill}>
              <Badge>{skill}</Badge>
            </li>
          ))}
        </ul>
      )}
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
