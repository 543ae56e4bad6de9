import { index, route } from '@react-router/dev/routes';

export default [
  index('pages/hello.jsx'),
  route('dashboard', 'pages/dashboard.jsx'),
  route('jobs', 'pages/jobs.jsx'),
];
