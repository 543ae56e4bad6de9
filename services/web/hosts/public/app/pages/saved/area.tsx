import { Outlet } from 'react-router';
import { AreaNav } from '#design/area-nav.tsx';

const PAGES = [
  { to: '/saved/jobs', title: 'Saved jobs' },
  { to: '/saved/searches', title: 'Saved searches' },
];

/** Around the pages of what a user has saved. */
export default function SavedArea() {
  return (
    <>
      <AreaNav label="Saved" pages={PAGES} />
      <Outlet />
    </>
  );
}
