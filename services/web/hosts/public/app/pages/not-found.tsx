import { data } from 'react-router';

/** Every other address: 404, with the session in the header like any page. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
