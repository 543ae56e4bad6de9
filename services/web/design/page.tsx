import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A page's frame: document title, link to its list, one heading, and its actions. */
export function Page({
  title,
  lead,
  back,
  picture,
  aside,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** In front of the heading. */
  picture?: ReactNode;
  /** The list that this page belongs to. */
  back?: { readonly to: string; readonly title: string };
  /** Beside the heading: states and buttons. */
  aside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <>
      <title>{`${title} · Gatehouse`}</title>
      <header className="page-header">
        {back === undefined ? null : (
          <p className="back">
            <Link to={back.to}>{back.title}</Link>
          </p>
        )}
        <div className="page-heading">
          {picture}
          <div className="page-title">
            <h1>{title}</h1>
            {lead === undefined ? null : <p className="lead">{lead}</p>}
          </div>
          {aside === undefined ? null : <div className="actions">{aside}</div>}
        </div>
      </header>
      {children}
    </>
  );
}

/** For an empty list: what is missing, and what to do. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="empty-state">
      <svg viewBox="0 0 72 60" aria-hidden="true" focusable="false">
        <path d="M8 58V14h8v6h10v-6h8v6h4v-6h8v6h10v-6h8v44z" />
        <path className="arch" d="M25 58V43a11 11 0 0 1 22 0v15z" />
      </svg>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A short state in a pill. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'warn' | 'bad';
  children: ReactNode;
}) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
