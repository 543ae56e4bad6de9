const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/;

/** What the person does that leads to calls of its own. */
const INTERACTIONS = ['click', 'submit', 'popstate'] as const;

/** Null: not switched on. */
let current: { readonly traceId: string; readonly flags: string } | null = null;

/** The `traceparent` that came with the document; empty where there is none. */
export function documentTraceparent(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="traceparent"]')?.content ?? '';
}

/**
 * Has the API calls of the page name a trace (`BROWSER_TRACES` of the web tier), which the API's spans link to: the
 * document's, until the user does something; each click, submission and way back begins a new one.
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

/** The W3C header of an API call that begins now; nothing where tracing is not switched on. */
export function traceHeader(): Readonly<Record<string, string>> {
  if (current === null) return {};
  return { traceparent: `00-${current.traceId}-${randomHex(8)}-${current.flags}` };
}

function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
