import type { CurrentCv } from '@gatehouse/contract/wire';
import { useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import type { ActionResult } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { FileField } from '#design/fields.tsx';
import { FileLink } from '#design/file-link.tsx';
import { FormBody } from '#design/form-body.tsx';
import { useKeptAnswer } from '#design/kept-answer.ts';
import { Moment } from '#design/local-time.tsx';
import { DoneNote, SubmitButton, useOnDone } from '#design/submit-button.tsx';

const HINT = 'A PDF of up to 5 MB. Companies receive it unchanged, with hidden details such as its author.';

/** The choice of a CV, in whatever form it is sent. */
export function CvField({
  note = '',
  ...props
}: {
  label: string;
  required?: boolean;
  /** What else happens to the file. */
  note?: string;
}) {
  return <FileField name="cv" accept="application/pdf,.pdf" hint={`${HINT} ${note}`.trim()} {...props} />;
}

/** The CV of the profile: download, replace, delete. */
export function CvCard({ answer }: { answer: ApiAnswer<CurrentCv> }) {
  const shown = useKeptAnswer(answer);
  return (
    <section className="card stack" aria-labelledby="cv">
      <h2 id="cv">CV</h2>
      {shown.ok ? <Cv file={shown.data.file} /> : <p className="notice">{shown.refusal.title}</p>}
    </section>
  );
}

function Cv({ file }: { file: CurrentCv['file'] }) {
  const fetcher = useFetcher<ActionResult>();
  const form = useRef<HTMLFormElement>(null);
  const { data, state } = fetcher;
  useOnDone(data, () => form.current?.reset());
  return (
    <>
      {file === undefined ? (
        <p>You have not added a CV. You choose for each application whether it is sent.</p>
      ) : (
        <p>
          <FileLink file={file} path="/talent/cvs/current/document" />
          <br />
          <small>
            Added <Moment at={file.uploaded_at} />. You choose for each application whether it is sent.
          </small>
        </p>
      )}
      <fetcher.Form method="post" encType="multipart/form-data" ref={form}>
        <FormBody intent="upload_cv" refusal={data?.refusal}>
          <CvField label={file === undefined ? 'Add a CV' : 'Replace it'} required />
          <div className="actions">
            <SubmitButton isBusy={state !== 'idle'} busyLabel="Uploading…">
              Upload
            </SubmitButton>
            <DoneNote result={file === undefined ? undefined : data}>CV added.</DoneNote>
          </div>
        </FormBody>
      </fetcher.Form>
      {file === undefined ? null : (
        <div className="actions">
          <ConfirmChange
            label="Delete"
            about="CV"
            title="Delete your CV?"
            tone="bad"
            intent="delete_cv"
            done="CV deleted."
            gone="Your CV has already been deleted."
            description="Companies that you have sent it to keep the CV of your application, until you withdraw it."
          />
        </div>
      )}
    </>
  );
}
