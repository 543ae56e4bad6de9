import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { WebPageContext } from './web-page.ts';

/** Takes over the document that the server has rendered. */
export function hydrate(): void {
  const apiBaseUrl = document.documentElement.dataset['apiBaseUrl'] ?? '/api';
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <WebPageContext value={{ nonce: '', apiBaseUrl }}>
          <HydratedRouter />
        </WebPageContext>
      </StrictMode>,
    );
  });
}
