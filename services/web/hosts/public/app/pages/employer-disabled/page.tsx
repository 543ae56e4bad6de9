import { Page } from '../../../../../design/page.tsx';

export default function EmployerDisabledPage() {
  return (
    <Page title="Your company is switched off" lead="You are signed in, and nothing of your company is lost.">
      <p>
        Its job posts are hidden, and nobody can act for it meanwhile. Write to{' '}
        <a href="mailto:help@gatehouse.invalid">help@gatehouse.invalid</a> to learn why, and what it takes to
        switch it on again.
      </p>
    </Page>
  );
}
