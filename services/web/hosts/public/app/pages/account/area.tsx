import { Outlet } from 'react-router';
import { AreaNav } from '#design/area-nav.tsx';

const PAGES = [
  { to: '/account', title: 'Account', isExact: true },
  { to: '/account/security', title: 'Security log' },
  { to: '/account/notifications', title: 'Notifications', isExact: true },
  { to: '/account/notifications/settings', title: 'Emails' },
];

/** Around the pages of the user's account. */
export default function AccountArea() {
  return (
    <>
      <AreaNav label="Your account" pages={PAGES} />
      <Outlet />
    </>
  );
}
