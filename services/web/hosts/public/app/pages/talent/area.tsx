import { Outlet } from 'react-router';
import { AreaNav } from '#design/area-nav.tsx';

const PAGES = [
  { to: '/talent', title: 'Overview', isExact: true },
  { to: '/talent/applications', title: 'Applications' },
  { to: '/talent/profile', title: 'Profile' },
];

/** Around the pages of the talent area. */
export default function TalentArea() {
  return (
    <>
      <AreaNav label="Your job search" pages={PAGES} />
      <Outlet />
    </>
  );
}
