import { NeedsJavaScript } from './feedback/needs-javascript.tsx';
import { Page } from './page.tsx';

/** The layout of a page's data. */
export type SkeletonShape = 'table' | 'form' | 'cards' | 'detail';

/** Shown while a page's data loads, in the shape of that data. */
export function PageSkeleton({
  title,
  lead,
  shape = 'table',
}: {
  title: string;
  /** The page's, if it does not depend on the data: a slow line then brings it with the document. */
  lead?: string;
  shape?: SkeletonShape;
}) {
  const Shape = SHAPES[shape];
  return (
    <Page title={title} {...(lead === undefined ? {} : { lead })}>
      <NeedsJavaScript what="page" />
      <div className="skeleton" role="status">
        <span className="visually-hidden">Loading…</span>
        <Shape />
      </div>
    </Page>
  );
}

const SHAPES = { table: TableShape, form: FormShape, cards: CardsShape, detail: DetailShape } as const;

const ROWS = ['wide', 'half', 'wide', 'wide', 'half', 'wide'] as const;

function TableShape() {
  return (
    <div className="card">
      {ROWS.map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change.
        <div className="row" key={row}>
          <span className={`bar ${width}`} />
          <span className="bar half" />
          <span className="bar half" />
        </div>
      ))}
    </div>
  );
}

function FormShape() {
  return (
    <div className="card block">
      <span className="bar short" />
      <span className="bar input" />
      <span className="bar short" />
      <span className="bar area" />
      <span className="bar short" />
      <span className="bar input" />
    </div>
  );
}

function CardsShape() {
  return (
    <>
      <div className="tiles">
        <BlockShape />
        <BlockShape />
        <BlockShape />
      </div>
      <span className="bar area" />
    </>
  );
}

function DetailShape() {
  return (
    <>
      <span className="bar half" />
      <div className="tiles">
        <BlockShape />
        <BlockShape />
      </div>
    </>
  );
}

function BlockShape() {
  return (
    <div className="card block">
      <span className="bar half" />
      <span className="bar wide" />
      <span className="bar short" />
    </div>
  );
}
