import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('pages/home.tsx'),
  route('jobs', 'pages/jobs/catalogue.tsx'),
  route('jobs/feed.xml', 'pages/jobs/feed.ts'),
  route('jobs/:id', 'pages/jobs/job.tsx'),
  route('jobs/:id/report', 'pages/report/job.tsx'),
  route('companies/:id', 'pages/company.tsx'),
  route('companies/:id/report', 'pages/report/company.tsx'),
  route('companies/:id/feed.xml', 'pages/company-feed.ts'),
  route('join', 'pages/join/page.tsx'),
  route('verify-email', 'pages/verify-email.tsx'),
  route('reset-password', 'pages/reset-password.tsx'),
  route('confirm-email-change', 'pages/confirm-email-change.tsx'),
  route('undo-email-change', 'pages/undo-email-change.tsx'),
  route('unsubscribe', 'pages/unsubscribe.tsx'),
  route('sign-out', 'pages/sign-out.ts'),
  route('privacy', 'pages/privacy/page.tsx'),
  route('terms', 'pages/terms.tsx'),
  route('accessibility', 'pages/accessibility.tsx'),
  route('robots.txt', 'pages/robots.ts'),
  route('sitemap.xml', 'pages/sitemap.ts'),

  layout('policies/signed-out.ts', [
    route('login', 'pages/login/page.tsx'),
    route('signup', 'pages/signup.tsx'),
  ]),
  layout('policies/signed-in.ts', [
    layout('pages/account/area.tsx', [
      route('account', 'pages/account/page.tsx'),
      route('account/security', 'pages/account/security/page.tsx'),
      route('account/notifications', 'pages/account/notifications/page.tsx'),
      route('account/notifications/settings', 'pages/account/notifications/settings.tsx'),
    ]),
    layout('pages/saved/area.tsx', [
      route('saved/jobs', 'pages/saved/jobs.tsx'),
      route('saved/searches', 'pages/saved/searches.tsx'),
    ]),
  ]),

  layout('policies/talent.ts', [
    layout('pages/talent/area.tsx', [
      route('talent', 'pages/talent/home.tsx'),
      route('talent/profile', 'pages/talent/profile.tsx'),
      route('talent/applications', 'pages/talent/applications.tsx'),
      route('talent/applications/:id', 'pages/talent/application.tsx'),
      route('talent/apply/:id', 'pages/talent/apply.tsx'),
    ]),
  ]),
  layout('policies/talent-welcome.ts', [route('talent/welcome', 'pages/talent/welcome.tsx')]),
  layout('policies/talent-suspended.ts', [route('talent/suspended', 'pages/talent/suspended.tsx')]),

  layout('policies/employer.ts', [
    layout('pages/employer/area.tsx', [
      route('employer', 'pages/employer/home.tsx'),
      route('employer/jobs', 'pages/employer/job-posts/list.tsx'),
      route('employer/jobs/new', 'pages/employer/job-posts/new.tsx'),
      route('employer/jobs/:id', 'pages/employer/job-posts/post.tsx'),
      route('employer/jobs/:id/edit', 'pages/employer/job-posts/edit.tsx'),
      route('employer/applications', 'pages/employer/applications/list.tsx'),
      route('employer/applications/board', 'pages/employer/board/page.tsx'),
      route('employer/applications/:id', 'pages/employer/applications/application.tsx'),
      route('employer/applications/:id/conversation', 'pages/employer/applications/conversation.tsx'),
      route('employer/templates', 'pages/employer/templates.tsx'),
      route('employer/members', 'pages/employer/members.tsx'),
      route('employer/company', 'pages/employer/company.tsx'),
    ]),
  ]),
  layout('policies/employer-start.ts', [route('employer/start', 'pages/employer/start.tsx')]),
  layout('policies/employer-inactive.ts', [route('employer/inactive', 'pages/employer/inactive.tsx')]),
  layout('policies/employer-disabled.ts', [route('employer/disabled', 'pages/employer/disabled.tsx')]),

  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig;
