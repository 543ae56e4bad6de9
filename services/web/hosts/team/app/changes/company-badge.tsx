import type { AdminCompany } from '@gatehouse/contract/wire';
import { Badge } from '#design/page.tsx';
import { REVIEW_LABELS } from './company-review.tsx';
import { ConditionBadge } from './condition-switch.tsx';

/** Whether what a company publishes is public, and if not, why: it is disabled, or staff have not approved it. */
export function CompanyBadge({ company: { condition, review_state } }: { company: AdminCompany }) {
  if (condition === 'disabled' || review_state === undefined || review_state === 'approved')
    return <ConditionBadge condition={condition} />;
  return <Badge tone={review_state === 'refused' ? 'bad' : 'warn'}>{REVIEW_LABELS[review_state]}</Badge>;
}
