import type { AdminJobPost } from '@gatehouse/contract/wire';
import { ConfirmChange } from '#design/confirm-change.tsx';
import { Badge } from '#design/page.tsx';
import { EditedVersion } from '#design/versions/edited-version.tsx';
import { FreshCodeField } from './fresh-code-field.tsx';
import { OwnerMessage } from './owner-message.tsx';
import { ReasonField } from './reason-field.tsx';
import { VISIBILITY_LABELS } from './visibility-labels.ts';

/** Whether visitors see a job post, and if not, why, in a pill. */
export function JobPostBadge({
  post: { visibility, is_public, state, company_condition },
}: {
  post: AdminJobPost;
}) {
  if (visibility === 'hidden') return <Badge tone="bad">Hidden by staff</Badge>;
  if (is_public) return <Badge tone="good">Public</Badge>;
  if (company_condition === 'disabled') return <Badge>Company disabled</Badge>;
  return <Badge>{state === 'published' ? 'Not public' : 'Closed'}</Badge>;
}

const visibilityTexts = ({ visibility }: AdminJobPost) => ({ visibility });
const VISIBILITY_NAMES = { visibility: { label: 'Job post', values: VISIBILITY_LABELS } };

/** Only the message about a hidden job post is kept for its company's page. */
const HIDING_MESSAGE = {
  label: 'Message to the company',
  required: true,
  onPage: {
    active: 'Its members read it on the page of the job post; its owners get it by email, too.',
    disabled: 'Its members read it on the page of the job post once the company is enabled.',
  },
};

/** Hides a job post or shows it again, with a reason. */
export function VisibilitySwitch({ post }: { post: AdminJobPost }) {
  const { id, title, visibility, company_condition } = post;
  const isShown = visibility === 'shown';
  const isDisabled = company_condition === 'disabled';
  return (
    <ConfirmChange
      label={isShown ? 'Hide' : 'Show again'}
      about={title}
      title={isShown ? `Hide “${title}”?` : `Show “${title}” again?`}
      tone={isShown ? 'bad' : 'plain'}
      {...(isShown ? { shortcut: 'h' } : {})}
      intent="set_visibility"
      fields={{ id, visibility: isShown ? 'hidden' : 'shown' }}
      done={isShown ? `“${title}” is hidden.` : `“${title}” is shown again.`}
      description={
        isShown
          ? 'Visitors no longer see it, and it takes no applications. The company keeps those that were sent, and cannot publish it again.'
          : isDisabled
            ? 'If it is published, visitors see it once the company is enabled.'
            : 'If it is published, visitors see it, and it takes applications.'
      }
    >
      <EditedVersion resource={post} textsOf={visibilityTexts} names={VISIBILITY_NAMES} />
      <OwnerMessage isDisabled={isDisabled} {...(isShown ? HIDING_MESSAGE : {})} />
      <ReasonField />
      <FreshCodeField />
    </ConfirmChange>
  );
}
