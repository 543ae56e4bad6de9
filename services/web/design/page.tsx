import type { ReactNode } from 'react';

/** A page's frame: title for the browser and one heading. */
export function Page({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <>
      <title>{`${title} · Gatehouse`}</title>
      <header className="page-header">
        <h1>{title}</h1>
        {lead === undefined ? null : <p className="lead">{lead}</p>}
      </header>
      {children}
    </>
  );
}

/** What stands in a page's place while its data is on the way. */
export function PageSkeleton({ title }: { title: string }) {
  return (
    <Page title={title}>
      <div className="skeleton" role="status">
        <span className="visually-hidden">Loading …</span>
        <span className="bar wide" />
        <span className="bar" />
        <span className="bar narrow" />
      </div>
    </Page>
  );
}

/** Says that there is nothing yet, and what to do about it. */
export function EmptyState({ children }: { children: ReactNode }) {
  return <div className="empty-state">{children}</div>;
}

/** A short state in a pill, with a tone beside its word. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'warn' | 'bad';
  children: ReactNode;
}) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
