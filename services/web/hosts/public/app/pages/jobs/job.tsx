import { placeName } from '@gatehouse/contract/country-name';
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { readApi } from '#api/server-api.ts';
import { publicLogo } from '#design/company-logo.tsx';
import { Dotted } from '#design/dotted.tsx';
import { KIND_LABELS } from '#design/labels.ts';
import { Page } from '#design/page.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { pageProblem } from '#entry/page-problem.ts';
import { webRequestContext } from '#entry/web-request.ts';
import { parseRichText } from '#rich-text/parse.ts';
import { excerptOf } from '#rich-text/plain-text.ts';
import { RichText } from '#rich-text/rich-text.ts';
import { hasSessionCookie } from '#session/session-cookie.ts';
import { SaveJob, useSavedAmong } from '../../saved-jobs/save-job.tsx';
import { useIdentitiesUserSession } from '../../session-hook.ts';
import { openGraph } from '../open-graph.ts';
import { PUBLIC_PAGE_HEADERS } from '../public-page-headers.ts';
import { JobGone } from './job-gone.tsx';
import { CompanyLink } from './job-list.tsx';
import { JobView } from './job-view.tsx';
import { nextStepOf } from './next-step.ts';
import { NextStepCard } from './next-step-card.tsx';
import { structuredData } from './structured-data.ts';
import { useBackToJobs } from './use-back-to-jobs.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const webRequest = context.get(webRequestContext);
  const id = params['id'] ?? '';
  const [answer, own] = await Promise.all([
    readApi(webRequest, 'PublicJobPostService.GetPublicJobPost', { id }),
    // W1. No rendering for all visitors has a cookie.
    hasSessionCookie(webRequest.cookie, 'user')
      ? readApi(webRequest, 'TalentApplicationService.ListApplications', ownApplication(id))
      : null,
  ]);
  if (!answer.ok) {
    const { status, detail } = answer.refusal;
    // 400: the id has another form.
    throw pageProblem(status === 400 ? 404 : status === 0 ? 503 : status, detail);
  }
  const { description, ...post } = answer.data;
  const texts = { description: parseRichText(description), excerpt: excerptOf(description, 140) };
  const { origin, api } = webRequest;
  const logo = publicLogo(post.company);
  const logoAddress = logo === undefined ? undefined : new URL(api.browserBaseUrl + logo, origin).href;
  return { post, place: placeName(post), ...texts, own, origin, logoAddress };
}

function ownApplication(job_post_id: string) {
  return { job_post_id, cursor: '', limit: 1 };
}

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => {
  if (loaderData === undefined) return [];
  const { post, place, excerpt, origin, logoAddress } = loaderData;
  const path = `/jobs/${post.id}`;
  const where = [post.company.name, place].filter(Boolean).join(', ');
  const description = `${where}: ${excerpt}`;
  return [
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: `${origin}${path}` },
    ...openGraph({
      origin,
      path,
      title: `${post.title} at ${post.company.name}`,
      description,
      type: 'article',
    }),
    { 'script:ld+json': structuredData(post, loaderData.description, logoAddress) },
  ];
};

/** Closed and unknown jobs have a page of their own. */
export const ErrorBoundary = JobGone;

export default function JobPage() {
  const { post, place, description, own } = useLoaderData<typeof loader>();
  // Signed out, no talent, or the API did not answer: the page is whole without it.
  const application = own?.ok ? own.data.items[0] : undefined;
  const step = nextStepOf(useIdentitiesUserSession(), post, application);
  const { company } = post;
  useSavedAmong([post.id]);
  return (
    <Page
      title={post.title}
      back={useBackToJobs()}
      aside={<SaveJob post={post} />}
      lead={
        <Dotted
          parts={{
            company: <CompanyLink company={company} />,
            location: place,
            kind: KIND_LABELS[post.kind],
            posted: <RelativeTime at={post.published_at} />,
          }}
        />
      }
    >
      <JobView
        post={post}
        description={<RichText blocks={description} />}
        company={company}
        logo={publicLogo(company)}
      >
        <NextStepCard step={step} post={post} application={application} />
      </JobView>
      <p className="hint">
        <Link to={`/jobs/${post.id}/report`}>Report this job</Link>
      </p>
    </Page>
  );
}
