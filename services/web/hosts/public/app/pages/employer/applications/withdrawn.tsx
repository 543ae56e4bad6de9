import type { AdjacentApplications, Application } from '@gatehouse/contract/wire';
import { Moment } from '#design/local-time.tsx';
import { Page } from '#design/page.tsx';
import { Adjacent } from './adjacent.tsx';
import { type ApplicationFilters, boardSearchOf, searchOf } from './filters.ts';

/** An application with its neighbours in the list that it was opened from. */
export interface Parts {
  readonly application: Application;
  readonly filters: ApplicationFilters;
  readonly adjacent: AdjacentApplications;
}

/** The list or the board that an application was opened from. */
export const backTo = (filters: ApplicationFilters) =>
  filters.isFromBoard
    ? { to: `/employer/applications/board${boardSearchOf(filters)}`, title: 'Board' }
    : { to: `/employer/applications${searchOf(filters)}`, title: 'Applications' };

/** Nothing of the applicant is left, and no stage to change (U17). */
export function WithdrawnApplication({
  application,
  withdrawnAt,
  filters,
  adjacent,
}: Parts & { withdrawnAt: string }) {
  return (
    <Page
      title="Withdrawn application"
      lead={application.job_post_title}
      back={backTo(filters)}
      aside={<Adjacent adjacent={adjacent} filters={filters} />}
    >
      <section className="notice" role="alert" aria-labelledby="withdrawn">
        <h2 id="withdrawn">The applicant withdrew this application</h2>
        <p>
          It was sent on <Moment at={application.created_at} /> and withdrawn on <Moment at={withdrawnAt} />.
          Its profile, messages and interviews are deleted.
        </p>
      </section>
    </Page>
  );
}
