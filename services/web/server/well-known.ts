import { Router } from 'express';

/** Where researchers report vulnerabilities. */
export interface SecurityContact {
  /** `mailto:` or `https:`. */
  readonly url: string;
  /** RFC 3339: after it, the file counts as outdated. */
  readonly expires: string;
}

/** What other programs look for below `/.well-known` of a host (RFC 8615). */
export function wellKnown({
  origin,
  contact,
  passwordPage,
}: {
  origin: string;
  /** Null: there is no `security.txt`. */
  contact: SecurityContact | null;
  /** Path of the page on which users change their password; null: the host has none. */
  passwordPage: string | null;
}): Router {
  const router = Router();
  if (contact !== null) {
    const lines = [
      `Contact: ${contact.url}`,
      `Expires: ${contact.expires}`,
      'Preferred-Languages: en',
      `Canonical: ${origin}/.well-known/security.txt`,
    ];
    // RFC 9116.
    router.get('/.well-known/security.txt', (_request, response) => {
      response
        .set('Cache-Control', 'public, max-age=3600')
        .type('text/plain')
        .send(`${lines.join('\n')}\n`);
    });
  }
  if (passwordPage !== null) {
    // For password managers: w3.org/TR/change-password-url.
    router.get('/.well-known/change-password', (_request, response) => response.redirect(302, passwordPage));
  }
  return router;
}
