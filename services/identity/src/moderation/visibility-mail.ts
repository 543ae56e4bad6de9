import type { Transaction } from '@gatehouse/boundary';
import type { JobPostVisibility } from '@gatehouse/contract';
import { reportToOwners } from '../administration/company-mail.ts';

/** Reports to the active owners of a company that staff have hidden one of its job posts, and why, or show it again. */
export async function notifyOfVisibility(
  tx: Transaction,
  post: {
    readonly id: string;
    readonly title: string;
    readonly company_id: string;
    readonly visibility: JobPostVisibility;
    readonly reason: string;
  },
): Promise<void> {
  const { id, title: job, visibility, reason } = post;
  const news = { kind: 'job_post_visibility_changed', subjectId: id, value: visibility } as const;
  await reportToOwners(tx, post.company_id, news, ({ name, email }) => {
    const values = { name, job, visibility, reason, link: `/employer/jobs/${id}` } as const;
    return tx.mail('job_post_visibility_changed', { to: email, topic: id, values });
  });
}
