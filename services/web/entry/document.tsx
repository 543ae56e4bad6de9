import headingFont from '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2?url';
import bodyFont from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import type { MouseEvent, ReactNode } from 'react';
import { Links, Meta, ScrollRestoration } from 'react-router';
import { Feedback } from '#design/feedback/feedback.tsx';
import stylesheet from '#design/styles.css?url';
import { ToastProvider } from '#design/toast.tsx';
import earlyScript from './early-script.ts?inline-script';
import { LatePage } from './late-page.tsx';
import { LowPriorityScripts } from './low-priority-scripts.tsx';
import { PrefetchOnIntent } from './prefetch-on-intent.tsx';
import { Ready } from './ready.tsx';
import { SiteNotice } from './site-notice.tsx';
import { useWebPage } from './web-page.ts';

/** The HTML document of both hosts, for pages and for error displays alike. */
export function Document({ children, host }: { children: ReactNode; host: 'public' | 'team' }) {
  const { nonce, earlyReads, account, apiBaseUrl, traceparent, browserTraces, contact, notice } =
    useWebPage();
  return (
    <html
      lang="en"
      data-host={host}
      data-api-base-url={apiBaseUrl}
      data-contact={contact}
      data-browser-traces={browserTraces ? 'on' : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <script
          nonce={nonce}
          data-account={account}
          data-reads={earlyReads}
          data-traceparent={earlyReads !== undefined && browserTraces ? traceparent : undefined}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, the same for every page.
          dangerouslySetInnerHTML={{ __html: earlyScript }}
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1a2025" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        {[headingFont, bodyFont].map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        {/* The precedence puts it in front of the scripts, which paint nothing. */}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        <meta name="traceparent" content={traceparent} />
        <Meta />
        <Links />
      </head>
      <body>
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, also before its scripts run. */}
        <a className="skip-link" href="#main" onClick={skipToContent}>
          Skip to content
        </a>
        <SiteNotice text={notice} />
        <ToastProvider>{children}</ToastProvider>
        <Feedback />
        <LatePage />
        <PrefetchOnIntent />
        <ScrollRestoration nonce={nonce} />
        <LowPriorityScripts nonce={nonce} />
        <Ready />
      </body>
    </html>
  );
}

/** Without a new entry in the history, whose place in it the router would not know: it asks about unsaved text on Back by these (G8). */
function skipToContent(event: MouseEvent<HTMLAnchorElement>): void {
  const main = document.getElementById('main');
  if (main === null) return;
  event.preventDefault();
  main.focus();
}
