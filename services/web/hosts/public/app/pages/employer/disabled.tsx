import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { ContactAddress } from '#design/contact-address.tsx';
import { Day } from '#design/local-time.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { WaysOn } from '../ways-on.tsx';

const TITLE = 'Your company is disabled';
const LEAD = 'You are signed in, and your company’s data is safe.';

export const handle = {
  reads: () => ({ answer: read('UserService.GetDisabledCompanyNotice', {}) }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={LEAD} shape="form" />;
}

export default function EmployerDisabledPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <PageData title={TITLE} answer={answer}>
      {({ reason, disabled_at }) => (
        <Page title={TITLE} lead={LEAD}>
          {reason === '' ? null : (
            <section className="notice warn" aria-labelledby="reason">
              <h2 id="reason">Reason</h2>
              <p className="prose" dir="auto">
                {reason}
              </p>
            </section>
          )}
          <p>
            Gatehouse staff disabled it
            {disabled_at === undefined ? null : (
              <>
                {' '}
                on <Day at={disabled_at} />
              </>
            )}
            . Its job posts are hidden, and its members cannot act for it until it is enabled again. Email{' '}
            <ContactAddress /> {reason === '' ? 'to find out why' : 'if you have questions'}. Include the
            company’s name, and write from the address that you sign in with.
          </p>
          <p>You do not need to sign in again: once it is enabled, this page takes you back to it.</p>
          <WaysOn />
        </Page>
      )}
    </PageData>
  );
}
