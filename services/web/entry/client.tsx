import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { documentTraceparent, startBrowserTraces } from '#api/browser-trace.ts';
import { WebPageContext } from './web-page.ts';

const IN_BROWSER = { nonce: '', earlyScript: '' };

/** Takes over the document that the server has rendered. */
export function hydrate(): void {
  const { apiBaseUrl = '/api', browserTraces } = document.documentElement.dataset;
  const traceparent = documentTraceparent();
  if (browserTraces === 'on') startBrowserTraces();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <WebPageContext
          value={{ ...IN_BROWSER, apiBaseUrl, traceparent, browserTraces: browserTraces === 'on' }}
        >
          {/* A transition may wait: a click must show at once, and a second one must find the first (U10). */}
          <HydratedRouter useTransitions={false} />
        </WebPageContext>
      </StrictMode>,
    );
  });
}
