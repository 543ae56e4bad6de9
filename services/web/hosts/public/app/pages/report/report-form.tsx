import type { ReportedKind, ReportReason } from '@gatehouse/contract/wire';
import { Form, Link, useActionData } from 'react-router';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import type { FormValues } from '#api/form-values.ts';
import { type ActionResult, actionResult, sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { SelectField, TextArea } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton, useIsSending } from '#design/submit-button.tsx';
import { useIdentitiesUserSession } from '../../session-hook.ts';

const REASON_LABELS: Record<ReportReason, string> = {
  scam: 'It looks like a fraud',
  fee: 'It asks applicants for money',
  discrimination: 'It discriminates',
  offensive: 'It is offensive',
  not_a_job: 'It is advertising, or no job',
  other: 'Another reason',
};

/** Who sends the report. */
const REPORTERS = { user: true, visitor: true } as const;

/** Sends the report of the form, as the user or as a visitor. */
export function sendReport(request: Request, subject: { readonly kind: ReportedKind; readonly id: string }) {
  const { signal } = request;
  return formAction(request, {
    report: async (form: FormValues) => {
      const input = {
        subject_kind: subject.kind,
        subject_id: subject.id,
        reason: form.choice('reason', REASON_LABELS),
        text: form.text('text'),
      };
      if (form.choice('reporter', REPORTERS) === 'user')
        return sendWrite('AbuseReportService.CreateOwnAbuseReport', input, signal);
      return actionResult(await callApi('AbuseReportService.CreateAbuseReport', input, signal));
    },
  });
}

/** The form with which a visitor or user reports what a public page shows. */
export function ReportForm({
  title,
  subject,
  back,
}: {
  title: string;
  /** The name of what is reported. */
  subject: string;
  /** The page of what is reported. */
  back: string;
}) {
  const result = useActionData<ActionResult>();
  const isBusy = useIsSending();
  const isUser = useIdentitiesUserSession() !== null;
  if (result !== undefined && result.refusal === undefined) {
    return (
      <Entrance title="Thank you for your report" lead="Our staff look at every report.">
        <p>
          We do not answer reports one by one. If “<bdi>{subject}</bdi>” breaks our rules, it leaves
          Gatehouse.
        </p>
        <p>
          <Link className="button" to="/jobs">
            Browse jobs
          </Link>
        </p>
      </Entrance>
    );
  }
  return (
    <Entrance title={title} lead={<bdi>{subject}</bdi>}>
      <Form method="post" className="card">
        <FormBody intent="report" refusal={result?.refusal}>
          <input type="hidden" name="reporter" value={isUser ? 'user' : 'visitor'} />
          <SelectField label="What is wrong?" name="reason" required defaultValue="" choices={REASON_LABELS}>
            <option value="" disabled>
              Choose a reason
            </option>
          </SelectField>
          <TextArea
            label="What should we know? (optional)"
            name="text"
            hint="Our staff read it, the company does not."
            maxLength={1000}
            rows={5}
          />
          <p className="hint">
            {isUser
              ? 'Our staff see your name with the report. The company does not.'
              : 'You need no account. We keep a code made from your network address, so that a visitor counts only once.'}
          </p>
          <div className="actions">
            <SubmitButton className="primary" isBusy={isBusy} busyLabel="Sending…">
              Send report
            </SubmitButton>
            <Link to={back}>Cancel</Link>
          </div>
        </FormBody>
      </Form>
    </Entrance>
  );
}
