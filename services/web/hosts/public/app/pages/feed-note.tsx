import type { ReactNode } from 'react';

/** The `<link>` that tells browsers and feed readers about a page's feed. */
export const feedLink = (href: string, title: string) => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/atom+xml',
  href,
  title,
});

/** Tells what a feed reader can follow. */
export function FeedNote({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p>
      <small>
        Follow {children} in a feed reader: <a href={href}>Atom feed</a>
      </small>
    </p>
  );
}
