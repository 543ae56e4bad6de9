import { type ClientActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { webRequestContext } from '#entry/web-request.ts';
import { PUBLIC_PAGE_HEADERS } from '../public-page-headers.ts';
import { readPublicCompany } from '../read-public-company.ts';
import { ReportForm, sendReport } from './report-form.tsx';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const webRequest = context.get(webRequestContext);
  const { company } = await readPublicCompany(webRequest, { id: params['id'] ?? '', cursor: '', limit: 1 });
  return { id: company.id, subject: company.name };
}

export function clientAction({ request, params }: ClientActionFunctionArgs) {
  return sendReport(request, { kind: 'company', id: params['id'] ?? '' });
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export { notIndexed as meta } from '../not-indexed.ts';

export default function ReportCompanyPage() {
  const { id, subject } = useLoaderData<typeof loader>();
  return <ReportForm title="Report a company" subject={subject} back={`/companies/${id}`} />;
}
