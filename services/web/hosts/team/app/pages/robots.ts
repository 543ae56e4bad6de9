/** Nothing of the team host is for search engines. */
export function loader(): Response {
  return new Response('User-agent: *\nDisallow: /\n', { headers: { 'Content-Type': 'text/plain' } });
}
