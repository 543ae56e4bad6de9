import type { AdminCompanyReview, CompanyAppearance, ShownAppearance } from '@gatehouse/contract/wire';
import type { ReactNode } from 'react';
import { RelativeTime } from '#design/relative-time.tsx';

/** A company as it is, and as staff approved it; without the latter, no change waits. */
type Appearances = Pick<AdminCompanyReview, 'current' | 'approved' | 'changed_at'>;

const LABELS: Readonly<Record<keyof CompanyAppearance, string>> = {
  name: 'Name',
  website: 'Website',
  logo: 'Logo',
};
const FIELDS = ['name', 'website', 'logo'] as const;

/** Why a company waits for a review: `New company`, `Changed: name, website` or `Changed back`. */
export function reviewedPart(appearances: Appearances): string {
  if (appearances.approved === undefined) return 'New company';
  const fields = changedFields(appearances);
  return fields.length === 0 ? 'Changed back' : `Changed: ${fields.join(', ')}`;
}

/** What a company has changed since staff approved it, before and now, and what it has shown meanwhile. */
export function CompanyChanges({
  shown_meanwhile = [],
  ...appearances
}: Appearances & Partial<Pick<AdminCompanyReview, 'shown_meanwhile'>>) {
  const { current, approved, changed_at } = appearances;
  if (current === undefined || approved === undefined) return null;
  return (
    <dl className="facts-list">
      {changedFields(appearances).map((field) => (
        <Change key={field} label={LABELS[field]} {...TEXTS[field](approved, current)} />
      ))}
      {changed_at === undefined ? null : (
        <>
          <dt>Changed</dt>
          <dd>
            <RelativeTime at={changed_at} />
          </dd>
        </>
      )}
      {shown_meanwhile.length === 0 ? null : (
        <>
          <dt>Shown meanwhile</dt>
          <dd>
            {shown_meanwhile.map((look) => (
              <Shown key={JSON.stringify([look.name, look.website, look.logo])} {...look}>
                {changedFields({ current, approved: look }).length === 0 && ' (as now)'}
                {changedFields({ current: look, approved }).length === 0 && ' (as approved)'}
              </Shown>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}

function Shown({ name, website, logo, seconds, children }: ShownAppearance & { children: ReactNode }) {
  return (
    <div>
      <bdi>{name}</bdi>, <bdi>{website || 'no website'}</bdi>,{' '}
      {logo === undefined ? 'no logo' : `logo ${logo.slice(0, 8)}`}, for {formatAtMost(seconds)}
      {children}
    </div>
  );
}

const lengthIn = (unit: 'hour' | 'minute') =>
  new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay: 'long' });

/** Rounded up: the seconds are an upper bound. */
function formatAtMost(seconds: number): string {
  if (seconds < 60) return 'under a minute';
  return seconds < 3600
    ? `up to ${lengthIn('minute').format(Math.ceil(seconds / 60))}`
    : `up to ${lengthIn('hour').format(Math.ceil(seconds / 360) / 10)}`;
}

interface Texts {
  readonly before: string;
  readonly now: string;
}

/** What staff read of a field. An image of before is not kept. */
const TEXTS: Readonly<
  Record<keyof CompanyAppearance, (approved: CompanyAppearance, current: CompanyAppearance) => Texts>
> = {
  name: (approved, current) => ({ before: approved.name, now: current.name }),
  website: (approved, current) => ({ before: approved.website || 'None', now: current.website || 'None' }),
  logo: (approved, current) => ({
    before: approved.logo === undefined ? 'None' : 'Another image',
    now: current.logo === undefined ? 'None' : 'The image on this page',
  }),
};

function Change({ label, before, now }: Texts & { label: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <div>
          Before: <bdi>{before}</bdi>
        </div>
        <div>
          Now: <bdi>{now}</bdi>
        </div>
      </dd>
    </>
  );
}

function changedFields({ current, approved }: Appearances): readonly (keyof CompanyAppearance)[] {
  if (current === undefined || approved === undefined) return [];
  return FIELDS.filter((field) => current[field] !== approved[field]);
}
