import type { DataExport } from '@gatehouse/contract/wire';
import { type ReactNode, useEffect } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import type { ActionResult } from '#api/page-result.ts';
import { FileLink } from '#design/file-link.tsx';
import { FormBody } from '#design/form-body.tsx';
import { useKeptAnswer } from '#design/kept-answer.ts';
import { Moment } from '#design/local-time.tsx';
import { SubmitButton } from '#design/submit-button.tsx';
import { useWebPage } from '#entry/web-page.ts';
import { useScrollToFragment } from './scroll-to-fragment.ts';

const DOCUMENT_PATH = '/identities/users/current/data_export/document';

/** The user's own data as a file: requested here, made in the background, downloaded here. */
export function OwnData({ answer: read }: { answer: ApiAnswer<DataExport> }) {
  const answer = useKeptAnswer(read);
  const fetcher = useFetcher<ActionResult>();
  const { data, state } = fetcher;
  const heading = useScrollToFragment('#your-data');
  const isRunning = answer.ok && answer.data.state === 'running';
  useReadAgain(isRunning);
  return (
    <section className="card" aria-labelledby="your-data">
      <h2 id="your-data" ref={heading}>
        Your data
      </h2>
      <p>Download everything that Gatehouse keeps about you: one JSON file, and your CVs.</p>
      <fetcher.Form method="post">
        <FormBody intent="request_data_export" refusal={data?.refusal}>
          <ExportState answer={answer} />
          {answer.ok && answer.data.state === 'ready' && answer.data.files.length > 0 && (
            <ul aria-label="Your files">
              {answer.data.files.map(({ id, file }) => (
                <li key={id}>
                  <FileLink file={file} path={`/talent/cvs/${id}/document`} />
                </li>
              ))}
            </ul>
          )}
          <div className="actions">
            <SubmitButton
              isBusy={state !== 'idle' || isRunning}
              busyLabel={isRunning ? 'Being prepared…' : 'Requesting…'}
            >
              Request your data
            </SubmitButton>
          </div>
        </FormBody>
      </fetcher.Form>
    </section>
  );
}

/** The user comes back to this page from the mail that says that the file is ready. */
function useReadAgain(isRunning: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isRunning) return;
    const left = new AbortController();
    const onVisibility = () => {
      if (document.visibilityState === 'visible') void revalidate();
    };
    document.addEventListener('visibilitychange', onVisibility, { signal: left.signal });
    return () => left.abort();
  }, [isRunning, revalidate]);
}

/** Always rendered: screen readers announce what appears in it. */
function ExportState({ answer }: { answer: ApiAnswer<DataExport> }) {
  const { apiBaseUrl } = useWebPage();
  return <p role="status">{textOf(answer, `${apiBaseUrl}${DOCUMENT_PATH}`)}</p>;
}

function textOf(answer: ApiAnswer<DataExport>, documentUrl: string): ReactNode {
  if (!answer.ok) return answer.refusal.title;
  const { state, requested_at = '', expires_at = '' } = answer.data;
  switch (state) {
    case 'running':
      return (
        <>
          Requested <Moment at={requested_at} />. You will get an email when the file is ready.
        </>
      );
    case 'ready':
      return (
        <>
          Your file is ready until <Moment at={expires_at} />:{' '}
          <a href={documentUrl} download>
            Download your data
          </a>
        </>
      );
    default:
      return null;
  }
}
