import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  route('robots.txt', 'pages/robots.ts'),
  route('sign-out', 'pages/sign-out/route.ts'),
  route('enrol', 'pages/enrol/page.tsx'),
  layout('policies/signed-out.ts', [route('login', 'pages/login/page.tsx')]),
  layout('policies/admin.ts', [
    index('pages/home/page.tsx'),
    route('companies', 'pages/companies/page.tsx'),
    route('companies/:id', 'pages/company/page.tsx'),
    route('people', 'pages/people/page.tsx'),
    route('people/:id', 'pages/person/page.tsx'),
    route('audit', 'pages/audit/page.tsx'),
    route('*', 'pages/not-found/page.tsx'),
  ]),
] satisfies RouteConfig;
