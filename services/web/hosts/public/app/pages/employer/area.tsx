import { Outlet } from 'react-router';
import { AreaNav } from '#design/area-nav.tsx';

const PAGES = [
  { to: '/employer', title: 'Overview', isExact: true },
  { to: '/employer/jobs', title: 'Job posts' },
  { to: '/employer/applications', title: 'Applications' },
  { to: '/employer/templates', title: 'Templates' },
  { to: '/employer/members', title: 'Members' },
  { to: '/employer/company', title: 'Company' },
];

/** Around the pages of the employer area. */
export default function EmployerArea() {
  return (
    <>
      <AreaNav label="Your company" pages={PAGES} />
      <Outlet />
    </>
  );
}
