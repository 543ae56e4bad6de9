/** A minimal document of a signed-in user: one fetch, one heading. */
import { useLoaderData } from 'react-router';
import { readApi } from '../read-api.js';

export const meta = () => [{ title: 'Hello' }];

export const loader = () => readApi('/api/identities/user_sessions/current');

export default function Hello() {
  const { identities_user } = useLoaderData();
  return (
    <main>
      <h1>Hello {identities_user.name}</h1>
    </main>
  );
}
