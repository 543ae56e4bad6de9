import { ContactAddress } from '#design/contact-address.tsx';
import { Page } from '#design/page.tsx';
import { WaysOn } from '../ways-on.tsx';

export default function EmployerInactivePage() {
  return (
    <Page
      title="Your membership is not active"
      lead="You are signed in, but you can no longer act for this company."
    >
      <p>Ask an owner of the company to restore your access. You do not need to sign in again.</p>
      <p>
        If Gatehouse staff revoked it, only staff can restore it: email <ContactAddress />. Your account,
        profile and applications are not affected.
      </p>
      <WaysOn />
    </Page>
  );
}
