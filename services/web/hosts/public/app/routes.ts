import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('pages/home/page.tsx'),
  route('jobs', 'pages/jobs/page.tsx'),
  route('jobs/:id', 'pages/job/page.tsx'),
  route('join', 'pages/join/page.tsx'),
  route('verify-email', 'pages/verify-email/page.tsx'),
  route('sign-out', 'pages/sign-out/route.ts'),
  route('robots.txt', 'pages/robots.ts'),
  route('sitemap.xml', 'pages/sitemap.ts'),

  layout('policies/signed-out.ts', [
    route('login', 'pages/login/page.tsx'),
    route('signup', 'pages/signup/page.tsx'),
    route('reset-password', 'pages/reset-password/page.tsx'),
  ]),
  layout('policies/signed-in.ts', [route('account', 'pages/account/page.tsx')]),

  layout('policies/talent.ts', [
    layout('pages/talent-area.tsx', [
      route('talent', 'pages/talent/page.tsx'),
      route('talent/profile', 'pages/talent-profile/page.tsx'),
      route('talent/applications', 'pages/talent-applications/page.tsx'),
      route('talent/apply/:id', 'pages/talent-apply/page.tsx'),
    ]),
  ]),
  layout('policies/talent-welcome.ts', [route('talent/welcome', 'pages/talent-welcome/page.tsx')]),
  layout('policies/talent-suspended.ts', [route('talent/suspended', 'pages/talent-suspended/page.tsx')]),

  layout('policies/employer.ts', [
    layout('pages/employer-area.tsx', [
      route('employer', 'pages/employer/page.tsx'),
      route('employer/jobs', 'pages/employer-jobs/page.tsx'),
      route('employer/jobs/:id', 'pages/employer-job/page.tsx'),
      route('employer/jobs/:id/applications', 'pages/employer-job-applications/page.tsx'),
      route('employer/applications/:id', 'pages/employer-application/page.tsx'),
      route('employer/members', 'pages/employer-members/page.tsx'),
      route('employer/company', 'pages/employer-company/page.tsx'),
    ]),
  ]),
  layout('policies/employer-start.ts', [route('employer/start', 'pages/employer-start/page.tsx')]),
  layout('policies/employer-inactive.ts', [route('employer/inactive', 'pages/employer-inactive/page.tsx')]),
  layout('policies/employer-disabled.ts', [route('employer/disabled', 'pages/employer-disabled/page.tsx')]),

  route('*', 'pages/not-found/page.tsx'),
] satisfies RouteConfig;
