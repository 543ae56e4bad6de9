import { ContactAddress } from '#design/contact-address.tsx';
import { Page } from '#design/page.tsx';
import { WaysOn } from '../ways-on.tsx';

export default function TalentSuspendedPage() {
  return (
    <Page title="Your talent access is suspended" lead="You are signed in, and your data is safe.">
      <p>
        Email <ContactAddress /> to find out why. Write from the address that you sign in with. Your profile
        and applications are kept, but you cannot send new ones.
      </p>
      <p>
        You do not need to sign in again: once your access is back, this page takes you to your job search.
      </p>
      <WaysOn />
    </Page>
  );
}
