import type { Interview, ListInterviewsResponse } from '@gatehouse/contract/wire';
import type { ApiAnswer } from '#api/api-answer.ts';
import type { FormValues } from '#api/form-values.ts';
import { orReload } from '#api/or-reload.ts';
import { optionalRead, type PageAddress } from '#api/page-reads.ts';
import { sendWrite } from '#api/page-result.ts';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { formatMoment } from '#design/dates.ts';
import { SelectField, TextArea, TextField } from '#design/fields.tsx';
import { useKeptAnswer } from '#design/kept-answer.ts';
import { useTimeZone } from '#design/local-time.tsx';
import { Interviews } from '../../interviews.tsx';

const MAX_TIMES = 5;
const MINUTES = ['15', '30', '45', '60', '90', '120'] as const;
const FIELD_NAMES = Array.from({ length: MAX_TIMES }, (_, index) => `starts[${index}]`);

/** The interviews of an application; an applicant who is a member does not see them as the company. */
export const readInterviews = ({ params }: PageAddress) =>
  optionalRead('InterviewService.ListInterviews', {
    application_id: params['id'] ?? '',
    cursor: '',
    limit: 100,
  });

/** What the forms about interviews ask for. */
export const interviewIntents = (application_id: string, signal: AbortSignal) => ({
  propose_interview: (form: FormValues) => {
    const input = {
      application_id,
      starts: FIELD_NAMES.map((name) => form.text(name))
        .filter((time) => time !== '')
        .map(momentOf),
      time_zone: form.text('time_zone'),
      duration_minutes: Number(form.text('duration_minutes')),
      place: form.text('place'),
      note: form.text('note'),
    };
    return orReload(sendWrite('InterviewService.CreateInterview', input, signal));
  },
  cancel_interview: (form: FormValues) =>
    orReload(sendWrite('InterviewService.DeleteInterview', { id: form.text('id') }, signal), 'not_found'),
});

/** What a `datetime-local` field holds, in the browser's own zone, as the API reads it. */
function momentOf(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toISOString();
}

/** The interviews of an application for the company, which proposes and cancels them. */
export function CompanyInterviews({
  interviews,
  applicant,
}: {
  interviews: ApiAnswer<ListInterviewsResponse>;
  /** The name. */
  applicant: string;
}) {
  const shown = useKeptAnswer(interviews);
  const isOpen = shown.ok && shown.data.items.some(({ is_open }) => is_open);
  return (
    <Interviews
      interviews={shown}
      area="employer"
      changes={(interview) => <CancelInterview interview={interview} applicant={applicant} />}
    >
      {isOpen ? (
        <p className="hint">{applicant} has not answered yet. Cancel the proposal to propose other times.</p>
      ) : (
        <ProposeInterview applicant={applicant} />
      )}
    </Interviews>
  );
}

function ProposeInterview({ applicant }: { applicant: string }) {
  const zone = useTimeZone();
  return (
    <div className="actions">
      <ConfirmChange
        label="Propose times"
        about={`for an interview with ${applicant}`}
        title={`Propose an interview to ${applicant}`}
        confirmLabel="Send proposal"
        tone="primary"
        intent="propose_interview"
        fields={{ time_zone: zone }}
        done="Interview proposed."
        description={`Times in your zone, ${zone}. ${applicant} is notified at once, and accepts one of them.`}
      >
        {FIELD_NAMES.map((name, index) => (
          <TextField
            key={name}
            label={index === 0 ? 'Time 1' : `Time ${index + 1} (optional)`}
            name={name}
            type="datetime-local"
            required={index === 0}
          />
        ))}
        <SelectField label="Duration" name="duration_minutes" defaultValue="45">
          {MINUTES.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes} minutes
            </option>
          ))}
        </SelectField>
        <TextField
          label="Place"
          name="place"
          hint="An address, or the link of a video call."
          required
          maxLength={300}
        />
        <TextArea label="Note (optional)" name="note" maxLength={1000} rows={3} />
      </ConfirmChange>
    </div>
  );
}

function CancelInterview({
  interview: { id, state, accepted_start, duration_minutes },
  applicant,
}: {
  interview: Interview;
  applicant: string;
}) {
  const zone = useTimeZone();
  const start = state === 'accepted' ? (accepted_start ?? '') : '';
  const isToCome = Date.parse(start) + duration_minutes * 60_000 > Date.now();
  if (state !== 'proposed' && !isToCome) return null;
  const what = state === 'proposed' ? 'proposal' : 'interview';
  const about = start === '' ? `to ${applicant}` : `with ${applicant}, ${formatMoment(start, zone)}`;
  return (
    <div className="actions">
      <ConfirmChange
        label={`Cancel ${what}`}
        about={about}
        title={`Cancel the ${what} ${about}?`}
        tone="bad"
        intent="cancel_interview"
        fields={{ id }}
        done="Cancelled."
        gone="It no longer exists."
        description={`${applicant} is notified at once. This cannot be undone; you can propose other times.`}
      />
    </div>
  );
}
