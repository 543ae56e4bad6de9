import type { Application } from '@gatehouse/contract/wire';
import { Link } from 'react-router';
import { FileLink } from '#design/file-link.tsx';
import { Day, Moment } from '#design/local-time.tsx';
import { Monogram } from '#design/monogram.tsx';

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
