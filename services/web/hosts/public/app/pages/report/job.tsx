import { type ClientActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { readApi } from '#api/server-api.ts';
import { webRequestContext } from '#entry/web-request.ts';
import { JobGone } from '../jobs/job-gone.tsx';
import { problemOf } from '../jobs/read-public-jobs.ts';
import { PUBLIC_PAGE_HEADERS } from '../public-page-headers.ts';
import { ReportForm, sendReport } from './report-form.tsx';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = params['id'] ?? '';
  const answer = await readApi(context.get(webRequestContext), 'PublicJobPostService.GetPublicJobPost', {
    id,
  });
  // 400: the id has another form.
  if (!answer.ok)
    throw problemOf(answer.refusal.status === 400 ? { ...answer.refusal, status: 404 } : answer.refusal);
  return { id, subject: `${answer.data.title}, ${answer.data.company.name}` };
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  return sendReport(request, { kind: 'job_post', id: params['id'] ?? '' });
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export { notIndexed as meta } from '../not-indexed.ts';

export const ErrorBoundary = JobGone;

export default function ReportJobPage() {
  const { id, subject } = useLoaderData<typeof loader>();
  return <ReportForm title="Report a job" subject={subject} back={`/jobs/${id}`} />;
}
