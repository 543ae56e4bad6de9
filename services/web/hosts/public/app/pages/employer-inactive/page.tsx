import { Page } from '../../../../../design/page.tsx';

export default function EmployerInactivePage() {
  return (
    <Page
      title="Your membership is not active"
      lead="You are signed in, but you do not act for this company any more."
    >
      <p>Ask an owner of the company to make your membership active again.</p>
    </Page>
  );
}
