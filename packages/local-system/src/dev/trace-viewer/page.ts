import escapeHtml from 'escape-html';
import type { RecentTraces, ViewedTrace } from './recent-traces.ts';
import type { ViewedSpan } from './spans.ts';

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#ddd,#333);--quiet:light-dark(#555,#aaa);--bar:light-dark(#0f5c4a,#74d3b7);--bad:light-dark(#a3271f,#ff9a8f)}
body{font:1rem/1.5 system-ui;max-width:72rem;margin:2rem auto;padding:0 1rem}
form{margin:1rem 0}input{font:inherit;padding:.3rem .6rem;width:min(28rem,70%)}button{font:inherit;padding:.3rem .8rem}
details{border-top:1px solid var(--line);padding:.4rem 0}summary{cursor:pointer;overflow-wrap:anywhere}
summary time,.quiet{color:var(--quiet)}.bad{color:var(--bad);font-weight:600}
table{width:100%;border-collapse:collapse;margin:.5rem 0 1rem;font-size:.9rem}
td{padding:.25rem .5rem .25rem 0;vertical-align:top;overflow-wrap:anywhere}td:nth-child(2){width:40%}td:nth-child(3){white-space:nowrap;text-align:right}
svg{display:block;width:100%;height:1.1rem}rect{fill:var(--bar)}rect.bad{fill:var(--bad)}code{font-size:.92em}`;

/** The page of the newest requests as waterfalls. @param filter words that a shown trace has somewhere; empty: all. */
export function tracePage(traces: RecentTraces, filter: string): string {
  const shown = traces.list().filter((trace) => filter === '' || JSON.stringify(trace).includes(filter));
  const items = shown.map((trace) => traceItem(trace, traces));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Local traces</title><style>${STYLE}</style>
<h1>Local traces</h1>
<p>The newest requests, from the web tier through the API to PostgreSQL. Open one to read who was refused, by which rule,
with which code, and how long each part took.</p>
<form role="search"><label>Show what has <input name="has" value="${escapeHtml(filter)}" placeholder="org_company_disabled, /employer, a trace id …"></label> <button>Show</button> <a href="?">Everything</a></form>
${items.length === 0 ? '<p>Nothing yet. Click something, wait a second, and reload.</p>' : items.join('\n')}`;
}

function traceItem({ traceId, spans }: ViewedTrace, traces: RecentTraces): string {
  const [first] = spans;
  if (first === undefined) return '';
  const begin = first.startedAt;
  const end = Math.max(...spans.map((span) => span.startedAt + span.durationMillis));
  const rows = spans.map((span) =>
    spanRow(span, { begin, total: Math.max(end - begin, 0.1), traces, depth: depthOf(span, spans) }),
  );
  return `<details><summary><time>${new Date(begin).toISOString().slice(11, 23)}</time> ${summaryOf(first)} <span class="quiet">${millis(end - begin)}, ${spans.length} spans</span></summary>
<p class="quiet">Trace <code>${escapeHtml(traceId)}</code></p><table>${rows.join('')}</table></details>`;
}

function summaryOf({ name, service, attributes }: ViewedSpan): string {
  const decision = attributes['access.decision'];
  const status = Number(attributes['http.response.status_code'] ?? 0);
  const calls = attributes['gatehouse.session_calls'];
  const redirect = attributes['gatehouse.policy_redirect'];
  const words = [
    service === 'web' ? `${attributes['gatehouse.host']} host ${attributes['url.path'] ?? ''}` : service,
    `${status}`,
    decision === undefined || decision === 'allowed' ? '' : String(decision),
    attributes['gatehouse.page_reused'] === true ? 'rendered for another visitor' : '',
    calls === undefined ? '' : `${calls} session ${calls === 1 ? 'call' : 'calls'}`,
    redirect === undefined ? '' : `sent to ${redirect}`,
  ].filter((word) => word !== '');
  const isBad = status >= 500 || (decision !== undefined && decision !== 'allowed');
  return `<strong>${escapeHtml(name)}</strong> <span class="${isBad ? 'bad' : ''}">${escapeHtml(words.join(' · '))}</span>`;
}

/** How far a span is below the first one; spans that name each other as parents stay at the edge. */
function depthOf(span: ViewedSpan, spans: readonly ViewedSpan[], below = 0): number {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  if (parent === undefined) return below;
  return below === MAX_DEPTH ? 0 : depthOf(parent, spans, below + 1);
}

const MAX_DEPTH = 20;

const SHOWN = [
  'access.rule',
  'access.decision',
  'access.talent_access.state',
  'access.org_membership.status',
  'access.company.condition',
  'access.admin.role',
  'session.outcome',
  'enduser.pseudo.id',
  'http.response.status_code',
  'error.type',
];

function spanRow(
  span: ViewedSpan,
  { begin, total, traces, depth }: { begin: number; total: number; traces: RecentTraces; depth: number },
): string {
  const x = ((span.startedAt - begin) / total) * 100;
  const width = Math.max((span.durationMillis / total) * 100, 0.4);
  const facts = SHOWN.filter((key) => span.attributes[key] !== undefined).map(
    (key) => `${key}=${span.attributes[key]}`,
  );
  const shared = traces.sharedQueryOf(span);
  const sharing =
    shared === null
      ? []
      : [`shared by ${shared.attributes['db.operation.batch.size']} in ${millis(shared.durationMillis)}`];
  return `<tr><td>${'&nbsp;'.repeat(depth * 4)}${escapeHtml(span.name)} <span class="quiet">${escapeHtml(span.service)}</span><br><small class="quiet">${'&nbsp;'.repeat(depth * 4)}${escapeHtml([...facts, ...sharing].join('  '))}</small></td>
<td><svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${millis(span.durationMillis)}"><rect class="${span.isError ? 'bad' : ''}" x="${x.toFixed(2)}" y="2" width="${width.toFixed(2)}" height="6"/></svg></td><td>${millis(span.durationMillis)}</td></tr>`;
}

function millis(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}
