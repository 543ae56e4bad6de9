import type { Profile } from '@gatehouse/contract/wire';
import { type ClientLoaderFunctionArgs, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { Page } from '../../../../../design/page.tsx';
import { PageData } from '../../../../../design/page-data.tsx';
import { loadPage } from '../../../../../session/load-page.ts';
import { readApi } from '../../../../../session/server-api.ts';
import { webRequestContext } from '../../../../../session/web-request.ts';
import { useIdentitiesUserSession } from '../../session-hook.ts';

/** An entry page: people arrive by bookmark, and the first paint carries their data (P3). */
export async function loader({ context }: LoaderFunctionArgs) {
  return { answer: await readApi(context.get(webRequestContext), 'ProfileService.GetCurrentProfile', {}) };
}

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return { answer: await loadPage('ProfileService.GetCurrentProfile', {}, request.signal) };
}

export default function TalentPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const session = useIdentitiesUserSession();
  return (
    <PageData title="Your talent side" answer={answer}>
      {(profile) => (
        <Page
          title="Your talent side"
          lead={profile.headline === '' ? 'Tell companies who you are.' : profile.headline}
        >
          {session?.talent_access.state === 'pending' ? (
            <p className="notice warn">
              We are looking at your request. Until then you can write your profile; you can apply once it is
              granted.
            </p>
          ) : null}
          <div className="grid-2">
            <ProfileCard profile={profile} />
            <section className="card">
              <h2>Find work</h2>
              <p>See what has been published since you were here.</p>
              <Link className="button" to="/jobs">
                All jobs
              </Link>
            </section>
          </div>
        </Page>
      )}
    </PageData>
  );
}

function ProfileCard({ profile }: { profile: Profile }) {
  const missing = [
    profile.headline === '' ? 'a headline' : null,
    profile.summary === '' ? 'a summary' : null,
    profile.skills.length === 0 ? 'skills' : null,
    profile.location === '' ? 'a place' : null,
  ].filter((part) => part !== null);
  return (
    <section className="card">
      <h2>Your profile</h2>
      {missing.length === 0 ? (
        <p>Complete. Companies see it with each application.</p>
      ) : (
        <p>Still missing: {missing.join(', ')}.</p>
      )}
      <Link className="button primary" to="/talent/profile">
        {profile.updated_at === undefined ? 'Write your profile' : 'Open your profile'}
      </Link>
    </section>
  );
}
