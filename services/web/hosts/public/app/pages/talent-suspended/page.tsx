import { Page } from '../../../../../design/page.tsx';

export default function TalentSuspendedPage() {
  return (
    <Page title="Your talent access is suspended" lead="You are signed in, and nothing of yours is lost.">
      <p>
        Write to <a href="mailto:help@gatehouse.invalid">help@gatehouse.invalid</a> to learn why, and how to
        get it back. Your profile stays as it is, and companies do not see it meanwhile.
      </p>
    </Page>
  );
}
