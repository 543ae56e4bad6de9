import type { Company } from '@gatehouse/contract/wire';
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Form,
  Link,
  useActionData,
  useLoaderData,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import { loadReads, type PageHandle, read } from '#api/page-reads.ts';
import { sendChange } from '#api/page-result.ts';
import { CompanyLogo } from '#design/company-logo.tsx';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { Day } from '#design/local-time.tsx';
import { Page } from '#design/page.tsx';
import { PageData } from '#design/page-data.tsx';
import { PageSkeleton } from '#design/page-skeleton.tsx';
import { DoneNote, SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { FormattedText } from '#rich-text/formatted-text.tsx';
import { plainText } from '#rich-text/plain-text.ts';
import { RichTextArea } from '#rich-text/rich-text-area.tsx';
import { wantReload } from '#session/reload.ts';
import { LogoCard } from './logo-card.tsx';
import { ownLogo } from './own-logo.ts';
import { useIsOwner } from './own-role.ts';
import { sendLogo } from './send-logo.ts';

const TITLE = 'Company';
const LEAD = 'Shown with each of your job posts.';
const READERS_LEAD = `${LEAD} Only owners can change it.`;

export const handle = {
  reads: () => ({ answer: read('CompanyService.GetCurrentCompany', {}) }),
} satisfies PageHandle;

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return loadReads(handle, args);
}

/** Success reloads route data (R3): the session has the new name. */
export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    save: async (form) => {
      const input = {
        name: form.text('name'),
        about: form.text('about'),
        website: form.text('website').trim(),
      };
      const saved = await sendChange(form, 'CompanyService.UpdateCurrentCompany', input, request.signal);
      // Also where a click on a link ends the reload that follows.
      if (saved.data.refusal === undefined) wantReload();
      return saved;
    },
    upload_logo: (form) => sendLogo(form, request.signal),
    remove_logo: (form) =>
      sendChange(form, 'CompanyLogoService.DeleteCurrentCompanyLogo', {}, request.signal),
  });
}

export function HydrateFallback() {
  return <PageSkeleton title={TITLE} lead={useIsOwner() ? LEAD : READERS_LEAD} shape="form" />;
}

export default function EmployerCompanyPage() {
  const { answer } = useLoaderData<typeof clientLoader>();
  const isOwner = useIsOwner();
  return (
    <PageData title={TITLE} answer={answer}>
      {(company) => (isOwner ? <CompanyForm company={company} /> : <CompanyFacts company={company} />)}
    </PageData>
  );
}

const companyTexts = ({ name, about, website }: Company) => ({ name, about, website });

function CompanyForm({ company }: { company: Company }) {
  const result = useActionData<typeof clientAction>();
  const isBusy = useIsSending();
  return (
    <Page title={TITLE} lead={LEAD} aside={<PublicPage company={company} />}>
      <Form method="post" className="card">
        <FormBody intent="save" refusal={result?.refusal}>
          <EditedVersion resource={company} textsOf={companyTexts} />
          <TextField
            label="Name"
            name="name"
            autoComplete="organization"
            defaultValue={company.name}
            required
            maxLength={120}
          />
          <RichTextArea label="About" name="about" defaultValue={company.about} maxLength={4000} rows={6} />
          <TextField
            label="Website"
            name="website"
            type="url"
            hint="Starts with https://"
            defaultValue={company.website}
            maxLength={300}
          />
          <div className="actions">
            <SubmitButton className="primary" isBusy={isBusy} busyLabel="Saving…">
              Save
            </SubmitButton>
            <DoneNote result={result}>Saved.</DoneNote>
            <small>
              On Gatehouse since <Day at={company.created_at} />
            </small>
          </div>
        </FormBody>
      </Form>
      {company.logo === undefined ? null : <LogoCard company={company} logo={company.logo} />}
    </Page>
  );
}

function PublicPage({ company: { id, review } }: { company: Company }) {
  return review === undefined ? (
    <Link className="button" to={`/companies/${id}`}>
      View public page
    </Link>
  ) : null;
}

function CompanyFacts({ company }: { company: Company }) {
  const { name, about, website, created_at } = company;
  return (
    <Page title={TITLE} lead={READERS_LEAD} aside={<PublicPage company={company} />}>
      <div className="stack">
        <section className="card">
          <CompanyLogo name={name} path={ownLogo(company)} />
          <dl className="facts-list">
            <dt>Name</dt>
            <dd>{name}</dd>
            <dt>Website</dt>
            <dd>{website === '' ? 'Not provided' : <a href={website}>{website}</a>}</dd>
            <dt>On Gatehouse since</dt>
            <dd>
              <Day at={created_at} />
            </dd>
          </dl>
        </section>
        <section className="card" aria-labelledby="about">
          <h2 id="about">About</h2>
          {about === '' ? (
            <p>Not provided</p>
          ) : (
            <>
              <div className="prose" dir="auto">
                {plainText(about)}
              </div>
              <FormattedText source={about} />
            </>
          )}
        </section>
      </div>
    </Page>
  );
}
