import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { documentTraceparent, startBrowserTraces } from '#api/browser-trace.ts';
import { DOCUMENT_READ_MILLIS, keepReads, pageOf } from '#api/kept-reads.ts';
import type { EarlyReads } from './send-announced-reads.ts';
import { documentNotice } from './site-notice.tsx';
import { WebPageContext } from './web-page.ts';

const IN_BROWSER = { nonce: '', earlyReads: undefined, account: undefined };

/** Takes over the document that the server has rendered. */
export function hydrate(): void {
  const { apiBaseUrl = '/api', browserTraces, contact = '' } = document.documentElement.dataset;
  const traceparent = documentTraceparent();
  const notice = documentNotice();
  if (browserTraces === 'on') startBrowserTraces();
  keepEarlyReads(window.gatehouseEarlyReads);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <WebPageContext
          value={{
            ...IN_BROWSER,
            apiBaseUrl,
            traceparent,
            contact,
            notice,
            browserTraces: browserTraces === 'on',
          }}
        >
          {/* A transition may wait: a click must show at once, and a second one must find the first (U10). */}
          <HydratedRouter useTransitions={false} />
        </WebPageContext>
      </StrictMode>,
    );
  });
}

/** The browser loaders of the document's page take what its early script has sent. */
function keepEarlyReads(early: EarlyReads | undefined): void {
  if (early === undefined) return;
  delete window.gatehouseEarlyReads;
  keepReads(pageOf(location), early.sent, early.sentAt + DOCUMENT_READ_MILLIS);
}
