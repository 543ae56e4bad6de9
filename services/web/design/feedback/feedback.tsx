import { Announcements } from './announcer.tsx';
import { useFocusAfterNavigation } from './focus-after-navigation.ts';
import { useFocusKeeper } from './focus-keeper.ts';
import { PendingMark } from './pending-mark.tsx';

/** In every document: shows, announces and puts the focus on what the user's actions lead to (G10). */
export function Feedback() {
  useFocusAfterNavigation();
  useFocusKeeper();
  return (
    <>
      <PendingMark />
      <Announcements />
    </>
  );
}
