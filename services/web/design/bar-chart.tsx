/** One bar: what it stands for, and how much. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Drawn on top of the first part in another colour, for example what was refused of all. */
  readonly second?: number;
}

const BAR = 24;
const GAP = 8;
const HEIGHT = 96;

/**
 * Columns over time as a picture, and the same numbers as a table for those who do not see it. The picture scales with
 * the page; values stand on the bars, labels under the first and the last one.
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
  const most = Math.max(1, ...bars.map(({ value, second = 0 }) => value + second));
  const width = bars.length * (BAR + GAP) - GAP;
  const tall = (value: number) => Math.round((value / most) * HEIGHT);
  return (
    <figure className="bar-chart">
      <svg viewBox={`0 0 ${width} ${HEIGHT + 32}`} aria-hidden="true" focusable="false">
        {bars.map(({ label, value, second = 0 }, index) => {
          const x = index * (BAR + GAP);
          const y = HEIGHT + 14 - tall(value);
          return (
            <g key={label}>
              <rect className="bar-track" x={x} y={14} width={BAR} height={HEIGHT} rx="3" />
              <rect className="bar-value" x={x} y={y} width={BAR} height={tall(value)} rx="3" />
              <rect
                className="bar-second"
                x={x}
                y={y - tall(second)}
                width={BAR}
                height={tall(second)}
                rx="3"
              />
              {value + second === 0 ? null : (
                <text x={x + BAR / 2} y={y - tall(second) - 4} textAnchor="middle">
                  {COMPACT.format(value + second)}
                </text>
              )}
            </g>
          );
        })}
        <text x="0" y={HEIGHT + 29}>
          {bars[0]?.label}
        </text>
        <text x={width} y={HEIGHT + 29} textAnchor="end">
          {bars.at(-1)?.label}
        </text>
      </svg>
      <figcaption>{caption}</figcaption>
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
            {bars.map(({ label, value, second }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
                {secondLabel === undefined ? null : <td>{second ?? 0}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const COMPACT = new Intl.NumberFormat('en-GB', { notation: 'compact' });

/** Amounts by category, most first: a bar beside each word and number. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className="bar-list" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.label}>
          <span>{bar.label}</span>
          <strong>{COMPACT.format(bar.value)}</strong>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect className="bar-track" width="100" height="4" />
            <rect className="bar-value" width={(bar.value / most) * 100} height="4" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
