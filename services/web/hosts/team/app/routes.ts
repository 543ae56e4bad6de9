import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  route('robots.txt', 'pages/robots.ts'),
  route('sign-out', 'pages/sign-out.ts'),
  route('enrol', 'pages/enrol/page.tsx'),
  layout('policies/signed-out.ts', [route('login', 'pages/login.tsx')]),
  layout('policies/admin.ts', [
    index('pages/home.tsx'),
    route('companies', 'pages/companies.tsx'),
    route('company-reviews', 'pages/company-reviews.tsx'),
    route('companies/:id', 'pages/company.tsx'),
    route('companies/:id/jobs', 'pages/company-jobs.tsx'),
    route('job-posts', 'pages/job-posts.tsx'),
    route('job-posts/:id', 'pages/job-post.tsx'),
    route('requests', 'pages/requests.tsx'),
    route('reports', 'pages/reports.tsx'),
    route('people', 'pages/users.tsx'),
    route('people/:id', 'pages/user/page.tsx'),
    route('staff', 'pages/staff/page.tsx'),
    route('account', 'pages/account.tsx'),
    route('audit', 'pages/audit/page.tsx'),
    route('statistics', 'pages/statistics/page.tsx'),
    route('*', 'pages/not-found.tsx'),
  ]),
] satisfies RouteConfig;
