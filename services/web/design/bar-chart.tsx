/** One bar: its label and amount. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Drawn on top of the first part in another colour, for example what was refused of all. */
  readonly second?: number;
  /** The full label, in the table and on hover; absent: `label`. */
  readonly name?: string;
  /** The amount as text, where it is more than a number, for example `3 h`. */
  readonly text?: string;
}

const COMPACT = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumSignificantDigits: 3 });

/** `12.4K` */
function formatAmount(amount: number): string {
  return amount < 1000 ? String(amount) : COMPACT.format(amount);
}

/** Pixels of the highest bar, of the room above it and of the labels below. */
const [HEIGHT, ABOVE, BELOW] = [120, 22, 26];

/** With more bars, only some have a label and the highest alone has its amount: the texts would overlap. */
const MAX_LABELLED = 12;

/**
 * Columns over time as a picture, and the same numbers as a table for screen readers. Widths are percentages, so that text
 * keeps its size; the picture needs no script and no style attribute.
 */
export function BarChart({
  caption,
  bars,
  valueLabel,
  secondLabel,
}: {
  caption: string;
  bars: readonly Bar[];
  /** What is counted, for example "Applications". */
  valueLabel: string;
  secondLabel?: string;
}) {
  const amounts = bars.map(({ value, second = 0 }) => value + second);
  const max = Math.max(1, ...amounts);
  const share = 100 / Math.max(1, bars.length);
  const isDense = bars.length > MAX_LABELLED;
  const highest = amounts.lastIndexOf(Math.max(...amounts));
  return (
    <figure className="bar-chart">
      <figcaption>
        {caption}
        {secondLabel === undefined ? null : <Legend labels={[valueLabel, secondLabel]} />}
      </figcaption>
      <svg width="100%" height={ABOVE + HEIGHT + BELOW} aria-hidden="true" focusable="false">
        <line className="bar-base" x1="0" x2="100%" y1={ABOVE + HEIGHT} y2={ABOVE + HEIGHT} />
        {bars.map((bar, index) => (
          <Column
            key={bar.label}
            bar={bar}
            max={max}
            x={index * share}
            width={share}
            isDense={isDense}
            hasAmount={!isDense || index === highest}
            isLabelled={(bars.length - 1 - index) % Math.ceil(bars.length / 4) === 0}
          />
        ))}
      </svg>
      <ChartTable caption={caption} bars={bars} valueLabel={valueLabel} secondLabel={secondLabel} />
    </figure>
  );
}

/** `x` and `width` in percent of the picture. */
function Column({
  bar: { label, name = label, value, second = 0, text },
  max,
  x,
  width,
  isDense,
  hasAmount,
  isLabelled,
}: {
  bar: Bar;
  max: number;
  x: number;
  width: number;
  isDense: boolean;
  hasAmount: boolean;
  /** Also on narrow screens, where not every label fits. */
  isLabelled: boolean;
}) {
  const heightOf = (amount: number) => (amount === 0 ? 0 : Math.max(3, Math.round((amount / max) * HEIGHT)));
  const inner = { x: `${x + width * 0.16}%`, width: `${width * 0.68}%` };
  const place = isDense ? placeOf(x, width) : ({ x: `${x + width / 2}%`, textAnchor: 'middle' } as const);
  const top = ABOVE + HEIGHT - heightOf(value);
  return (
    <g>
      <title>{`${name}: ${text ?? value + second}`}</title>
      <rect className="bar-track" {...inner} y={ABOVE} height={HEIGHT} rx="4" />
      <rect className="bar-value" {...inner} y={top} height={heightOf(value)} rx="4" />
      <rect className="bar-second" {...inner} y={top - heightOf(second)} height={heightOf(second)} rx="4" />
      {value + second === 0 || !hasAmount ? null : (
        <text className="bar-amount" {...place} y={top - heightOf(second) - 6}>
          {text ?? formatAmount(value + second)}
        </text>
      )}
      {isDense && !isLabelled ? null : (
        <text className={isLabelled ? undefined : 'bar-minor'} {...place} y={ABOVE + HEIGHT + 19}>
          {label}
        </text>
      )}
    </g>
  );
}

/** Of the text of a narrow bar: it is wider than the bar, and stays inside the picture. */
function placeOf(x: number, width: number) {
  if (x < 10) return { x: `${x}%`, textAnchor: 'start' } as const;
  if (x + width > 90) return { x: `${x + width}%`, textAnchor: 'end' } as const;
  return { x: `${x + width / 2}%`, textAnchor: 'middle' } as const;
}

function Legend({ labels: [first, second] }: { labels: readonly [string, string] }) {
  return (
    <span className="legend">
      <span className="legend-value">{first}</span>
      <span className="legend-second">{second}</span>
    </span>
  );
}

function ChartTable({
  caption,
  bars,
  valueLabel,
  secondLabel,
}: {
  caption: string;
  bars: readonly Bar[];
  valueLabel: string;
  secondLabel: string | undefined;
}) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">{valueLabel}</th>
            {secondLabel === undefined ? null : <th scope="col">{secondLabel}</th>}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, name = label, value, second, text = value }) => (
            <tr key={label}>
              <th scope="row">{name}</th>
              <td>{text}</td>
              {secondLabel === undefined ? null : <td>{second ?? 0}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Amounts by category, largest first: a bar under each label and number. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const max = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="bar-list" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.label}>
          <span>{bar.label}</span>
          <strong>{formatAmount(bar.value)}</strong>
          <svg width="100%" height="8" aria-hidden="true" focusable="false">
            <rect className="bar-track" width="100%" height="8" rx="4" />
            <rect className="bar-value" width={`${(bar.value / max) * 100}%`} height="8" rx="4" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
