import { Page } from '#design/page.tsx';

export default function TalentSuspendedPage() {
  return (
    <Page title="Your talent access is suspended" lead="You are signed in, and nothing of yours is lost.">
      <p>
        Write to <a href="mailto:help@gatehouse.invalid">help@gatehouse.invalid</a> to learn why, and how to
        get it back. Answer from the address that you sign in with. Your profile and your applications stay as
        they are, and you cannot send new ones meanwhile.
      </p>
      <p>You need not sign in anew: as soon as it is back, this page leads on to your talent side.</p>
    </Page>
  );
}
