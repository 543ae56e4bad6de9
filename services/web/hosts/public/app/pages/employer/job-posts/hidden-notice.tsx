import type { HiddenJobPost } from '@gatehouse/contract/wire';
import { ContactAddress } from '#design/contact-address.tsx';
import { Day } from '#design/local-time.tsx';

/** That staff hide a job post, why, and how to reach them. */
export function HiddenNotice({ hidden: { at, reason } }: { hidden: HiddenJobPost }) {
  return (
    <section className="notice bad" aria-labelledby="hidden">
      <h2 id="hidden">
        Hidden by Gatehouse on <Day at={at} />
      </h2>
      <p className="prose" dir="auto">
        {reason}
      </p>
      <p>
        Visitors do not see this job post, and it takes no applications. You can read those that were sent,
        edit the post and close it. To have it shown again, email <ContactAddress /> from the address that you
        sign in with.
      </p>
    </section>
  );
}
