import { index, route } from '@react-router/dev/routes';

export default [
  index('pages/hello.jsx'),
  route('dashboard', 'pages/dashboard.jsx'),
  route('dashboard/jobs', 'pages/frame.jsx'),
  route('jobs', 'pages/jobs.jsx'),
];
