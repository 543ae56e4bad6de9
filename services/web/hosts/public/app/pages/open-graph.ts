import picture from './open-graph.png';

/** What other sites show for a link to a public page (Open Graph and Twitter cards). */
export function openGraph({
  origin,
  path,
  title,
  description,
  type = 'website',
}: {
  /** Scheme and host of this site. */
  origin: string;
  path: string;
  title: string;
  description: string;
  type?: 'website' | 'article';
}) {
  const properties = {
    'og:site_name': 'Gatehouse',
    'og:type': type,
    'og:title': title,
    'og:description': description,
    'og:url': `${origin}${path}`,
    'og:image': `${origin}${picture}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'A gate with a lantern in it, and the words: work worth walking to.',
  };
  return [
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
