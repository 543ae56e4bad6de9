import type { Interview, ListTalentInterviewsResponse } from '@gatehouse/contract/wire';
import type { ApiAnswer } from '#api/api-answer.ts';
import type { FormValues } from '#api/form-values.ts';
import { type PageAddress, read } from '#api/page-reads.ts';
import { sendWrite } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { formatMoment } from '#design/dates.ts';
import { SelectField, TextArea } from '#design/fields.tsx';
import { useTimeZone } from '#design/local-time.tsx';
import { Interviews } from '../interviews.tsx';

/** The interviews of an own application. */
export const readInterviews = ({ params }: PageAddress) =>
  read('TalentInterviewService.ListTalentInterviews', {
    application_id: params['id'] ?? '',
    cursor: '',
    limit: 100,
  });

/** What the forms about interviews ask for. */
export const interviewIntents = (signal: AbortSignal) => ({
  accept_interview: (form: FormValues) =>
    answer(form.text('id'), form.text('accepted_start'), form.text('message'), signal),
  decline_interview: (form: FormValues) => answer(form.text('id'), '', form.text('message'), signal),
});

function answer(id: string, accepted_start: string, message: string, signal: AbortSignal) {
  return sendWrite('TalentInterviewService.UpdateInterviewAnswer', { id, accepted_start, message }, signal);
}

/** The interviews of an own application, which the applicant answers; nothing where none is proposed. */
export function OwnInterviews({
  interviews,
  company,
}: {
  interviews: ApiAnswer<ListTalentInterviewsResponse>;
  /** The name. */
  company: string;
}) {
  if (interviews.ok && interviews.data.items.length === 0) return null;
  return (
    <Interviews
      interviews={interviews}
      area="talent"
      changes={(interview) =>
        interview.is_open ? <AnswerInterview interview={interview} company={company} /> : null
      }
    />
  );
}

function AnswerInterview({ interview: { id, starts }, company }: { interview: Interview; company: string }) {
  return (
    <div className="actions">
      <ConfirmChange
        label="Accept a time"
        confirmLabel="Accept"
        about={`for the interview with ${company}`}
        title="Accept this interview?"
        tone="primary"
        intent="accept_interview"
        fields={{ id }}
        done="Interview accepted."
        description={`${company} sees your answer immediately. If you cannot come after all, write a message.`}
      >
        <TimeField starts={starts} />
        <TextArea label="Your message (optional)" name="message" maxLength={1000} rows={3} />
      </ConfirmChange>
      <ConfirmChange
        label="Decline all"
        about={`times for the interview with ${company}`}
        title="Decline all these times?"
        tone="bad"
        intent="decline_interview"
        fields={{ id }}
        done="Interview declined."
        description={`${company} sees your answer immediately, and can propose other times. Say which ones suit you.`}
      >
        <TextArea label="Your message" name="message" required maxLength={1000} rows={3} />
      </ConfirmChange>
    </div>
  );
}

/** The times to come, by the clock of the moment in which the dialog opens. */
function TimeField({ starts }: { starts: readonly string[] }) {
  const zone = useTimeZone();
  const ahead = starts.filter((start) => Date.parse(start) > Date.now());
  if (ahead.length === 0)
    return (
      <>
        <p className="notice">All these times are over.</p>
        {/* The API has the last word: a clock may be ahead. Without a time the answer would decline. */}
        <input type="hidden" name="accepted_start" value={starts.at(-1)} />
      </>
    );
  return (
    <SelectField label="Time" name="accepted_start">
      {ahead.map((start) => (
        <option key={start} value={start}>
          {formatMoment(start, zone)}
        </option>
      ))}
    </SelectField>
  );
}
