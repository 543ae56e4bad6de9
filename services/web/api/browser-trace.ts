const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/;

/** User actions that start a new trace. */
const INTERACTIONS = ['click', 'submit', 'popstate'] as const;

/** Null: tracing is off. */
let current: { readonly traceId: string; readonly flags: string } | null = null;

/** The document's `traceparent`; empty without one. */
export function documentTraceparent(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="traceparent"]')?.content ?? '';
}

/**
 * Adds a trace to the page's API calls (`BROWSER_TRACES` of the web tier), which the API's spans link to: the document's
 * trace first, then a new one for each click, submission and history navigation.
 */
export function startBrowserTraces(): void {
  const [, traceId, flags] = TRACEPARENT.exec(documentTraceparent()) ?? [];
  if (traceId === undefined || flags === undefined) return;
  current = { traceId, flags };
  const begin = () => {
    current = { traceId: randomHex(16), flags };
  };
  for (const event of INTERACTIONS) addEventListener(event, begin, { capture: true });
}

/** The W3C header of an API call; empty while tracing is off. */
export function traceHeader(): Readonly<Record<string, string>> {
  if (current === null) return {};
  return { traceparent: `00-${current.traceId}-${randomHex(8)}-${current.flags}` };
}

function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
