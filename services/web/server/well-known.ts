import { observeGauges } from '@gatehouse/runtime';
import { Router } from 'express';
import { notFound } from './refusals.ts';

/** Where researchers report vulnerabilities. */
export interface SecurityContact {
  /** `mailto:` or `https:`. */
  readonly url: string;
  /** RFC 3339: from then on clients must not rely on the file (RFC 9116), and there is none. */
  readonly expires: string;
}

/** At most. */
const CACHE_SECONDS = 3600;

/** Reports how long the contact is still valid: operators renew it before `security.txt` ends. */
export function observeContact({ expires }: SecurityContact): void {
  const name = 'gatehouse.security_contact.lifetime';
  observeGauges('@gatehouse/web', [name], async (observe) =>
    observe(name, (Date.parse(expires) - Date.now()) / 1000, {}),
  );
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
    const expiresAt = Date.parse(contact.expires);
    router.get('/.well-known/security.txt', (_request, response, next) => {
      const secondsLeft = Math.floor((expiresAt - Date.now()) / 1000);
      if (secondsLeft <= 0) return next();
      response
        .set('Cache-Control', `public, max-age=${Math.min(secondsLeft, CACHE_SECONDS)}`)
        .type('text/plain')
        .send(`${lines.join('\n')}\n`);
    });
  }
  if (passwordPage !== null) {
    // For password managers: w3.org/TR/change-password-url.
    router.get('/.well-known/change-password', (_request, response) => response.redirect(302, passwordPage));
  }
  // No page of a host is there: a redirect to the sign-in would pass for a file that exists.
  router.use('/.well-known', notFound);
  return router;
}
