import type { Company, CompanyLogo as Logo } from '@gatehouse/contract/wire';
import { useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { CompanyLogo } from '#design/company-logo.tsx';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { FileField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { DoneNote, SubmitButton, useOnDone } from '#design/submit-button.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { ownLogo } from './own-logo.ts';

const NO_LOGO = 'No logo';

/** What a conflict says of a version, beside who made it: the page shows the picture. */
const logoTexts = ({ hash }: Logo) => ({
  logo: hash === undefined ? NO_LOGO : `Image ${hash.slice(0, 6)}`,
});
const LOGO_NAMES = { logo: { label: 'Logo', values: {} } };

/** The company's logo: upload, replace, remove. */
export function LogoCard({ company, logo }: { company: Company; logo: Logo }) {
  const fetcher = useFetcher<ActionResult>();
  const form = useRef<HTMLFormElement>(null);
  const { data, state } = fetcher;
  useOnDone(data, () => form.current?.reset());
  return (
    <section className="card stack" aria-labelledby="logo">
      <h2 id="logo">Logo</h2>
      <LogoRemoval logo={logo} />
      <div className="logo-and-text">
        <CompanyLogo name={company.name} path={ownLogo(company)} />
        <p>
          {logo.hash === undefined
            ? 'Your company has no logo. Visitors see its first letter.'
            : 'Visitors see it beside your company’s name, on a white background.'}
        </p>
        {logo.hash === undefined ? null : (
          <ConfirmChange
            label="Remove"
            about="logo"
            title="Remove your logo?"
            tone="bad"
            intent="remove_logo"
            fields={{ logo: NO_LOGO }}
            done="Logo removed."
            description="Visitors see the first letter of your company’s name instead. You can upload the logo again."
          >
            <EditedVersion resource={logo} textsOf={logoTexts} names={LOGO_NAMES} />
          </ConfirmChange>
        )}
      </div>
      <fetcher.Form method="post" encType="multipart/form-data" ref={form}>
        <FormBody intent="upload_logo" refusal={data?.refusal}>
          <EditedVersion resource={logo} textsOf={logoTexts} names={LOGO_NAMES} />
          <FileField
            label={logo.hash === undefined ? 'Add a logo' : 'Replace it'}
            name="logo"
            accept="image/png,image/jpeg,image/webp"
            hint="PNG, JPEG or WebP, up to 1 MB. A square image fits best."
            required
          />
          <div className="actions">
            <SubmitButton isBusy={state !== 'idle'} busyLabel="Uploading…">
              Upload
            </SubmitButton>
            <DoneNote result={data}>Logo saved.</DoneNote>
          </div>
        </FormBody>
      </fetcher.Form>
    </section>
  );
}

/** What staff wrote to the company when they removed its logo. */
function LogoRemoval({ logo: { removal } }: { logo: Logo }) {
  if (removal === undefined) return null;
  return (
    <div className="notice bad">
      <p>
        Gatehouse staff removed your logo <RelativeTime at={removal.removed_at} />. You can upload another
        one.
      </p>
      <blockquote className="prose" dir="auto">
        {removal.reason}
      </blockquote>
    </div>
  );
}
