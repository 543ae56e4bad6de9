import { data, type MiddlewareFunction } from 'react-router';
import { webRequestContext } from './web-request.ts';

/** Why a page cannot be shown, in words for its user. */
interface PageProblem {
  readonly kind: 'page_problem';
  readonly detail: string;
}

/** For a loader to throw: the root's error display shows `detail`. */
export function pageProblem(status: number, detail: string) {
  return data<PageProblem>({ kind: 'page_problem', detail }, { status });
}

/** Whether thrown data are of `pageProblem`: anything else holds the framework's words. */
export function isPageProblem(thrown: unknown): thrown is PageProblem {
  return Object(thrown).kind === 'page_problem';
}

/** Root middleware: the web tier only shows pages; a form that reaches it was sent without the page's scripts (U1). */
export const refuseForms: MiddlewareFunction<Response> = ({ context }) => {
  if (context.get(webRequestContext).isForm) throw data(null, { status: 405 });
};
