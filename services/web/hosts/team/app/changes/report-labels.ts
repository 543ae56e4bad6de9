import type { ReportReason } from '@gatehouse/contract/wire';

/** What staff read for the reason of a report. */
export const REPORT_REASON_LABELS: Record<ReportReason, string> = {
  scam: 'Fraud',
  fee: 'Asks for money',
  discrimination: 'Discrimination',
  offensive: 'Offensive',
  not_a_job: 'No job',
  other: 'Other',
};
