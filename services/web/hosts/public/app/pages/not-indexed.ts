import type { MetaFunction } from 'react-router';

/** The `meta` of a page that search engines must not show: it serves a link in a mail, or a report of what another page shows. */
export const notIndexed: MetaFunction = () => [{ name: 'robots', content: 'noindex' }];
