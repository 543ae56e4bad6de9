import type { LoaderFunctionArgs } from 'react-router';
import { webRequestContext } from '#entry/web-request.ts';
import { PUBLIC_PAGE_HEADERS } from './public-page-headers.ts';

export function loader({ context }: LoaderFunctionArgs): Response {
  const { origin, api } = context.get(webRequestContext);
  const apiPath = new URL(api.browserBaseUrl, origin).pathname.replace(/\/$/, '');
  const lines = [
    'User-agent: *',
    'Disallow: /account',
    'Disallow: /saved',
    'Disallow: /talent',
    'Disallow: /employer',
    `Disallow: ${apiPath}/`,
    // Structured data name them.
    `Allow: ${apiPath}/talent/companies/*/logos/`,
    'Disallow: /jobs/*/report',
    'Disallow: /companies/*/report',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { ...PUBLIC_PAGE_HEADERS, 'Content-Type': 'text/plain' },
  });
}
