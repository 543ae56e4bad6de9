import type { ApplicationAssignment, OrgMembership } from '@gatehouse/contract/wire';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { SelectField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { DoneNote, SubmitButton } from '#design/submit-button.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';

const textsOf = ({ membership_id }: ApplicationAssignment) => ({ assignee: membership_id ?? 'none' });

/** Which member takes care of the application. */
export function Assignment({
  assignment,
  members,
}: {
  assignment: ApplicationAssignment;
  members: readonly OrgMembership[];
}) {
  const fetcher = useFetcher<ActionResult>();
  const choices = assigneeChoices(assignment, members);
  return (
    <section className="card" aria-labelledby="assignment">
      <h2 id="assignment">Assigned to</h2>
      <fetcher.Form method="post">
        <FormBody intent="assign" refusal={fetcher.data?.refusal}>
          <EditedVersion
            resource={assignment}
            textsOf={textsOf}
            names={{ assignee: { label: 'Member', values: choices } }}
          />
          <SelectField
            label="Member"
            name="assignee"
            defaultValue={assignment.membership_id ?? 'none'}
            hint="Sees it under “Assigned to me” and is notified."
            choices={choices}
          />
          <div className="actions">
            <SubmitButton isBusy={fetcher.state !== 'idle'} busyLabel="Saving…">
              Assign
            </SubmitButton>
            <DoneNote result={fetcher.data}>Saved.</DoneNote>
          </div>
        </FormBody>
      </fetcher.Form>
    </section>
  );
}

/** The active members, and the current assignee, who may be beyond the first page of members. */
function assigneeChoices(
  { membership_id, assignee_name }: ApplicationAssignment,
  members: readonly OrgMembership[],
): Readonly<Record<string, string>> {
  const active = members.filter(({ status }) => status === 'active');
  return {
    none: 'No member',
    ...(membership_id === undefined ? {} : { [membership_id]: assignee_name }),
    ...Object.fromEntries(active.map(({ id, user_name }) => [id, user_name])),
  };
}
