const [HEIGHT, ABOVE, BELOW] = [120, 22, 26];
const WEEK = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const CAPTION = 'Applications a week, over the last twelve weeks';

/** Applications per week, as columns and as a table. */
export function WeekChart({ weeks }) {
  const bars = weeks.map(({ week, count }) => ({ label: WEEK.format(new Date(week)), count }));
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const share = 100 / bars.length;
  return (
    <figure className="bar-chart">
      <figcaption>{CAPTION}</figcaption>
      <svg width="100%" height={ABOVE + HEIGHT + BELOW} aria-hidden="true" focusable="false">
        <line className="bar-base" x1="0" x2="100%" y1={ABOVE + HEIGHT} y2={ABOVE + HEIGHT} />
        {bars.map((bar, index) => (
          <Column
            key={bar.label}
            {...bar}
            x={index * share}
            width={share}
            most={most}
            className={index % 3 === 2 ? undefined : 'bar-minor'}
          />
        ))}
      </svg>
      <div className="visually-hidden">
        <table>
          <caption>{CAPTION}</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Applications</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, count }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function Column({ label, count, x, width, most, className }) {
  const height = Math.round((count / most) * HEIGHT);
  const top = ABOVE + HEIGHT - height;
  const place = { x: `${x + width * 0.16}%`, width: `${width * 0.68}%` };
  return (
    <g>
      <title>{`${label}: ${count}`}</title>
      <rect className="bar-track" {...place} y={ABOVE} height={HEIGHT} rx="4" />
      <rect className="bar-value" {...place} y={top} height={height} rx="4" />
      <rect className="bar-second" {...place} y={top} height={0} rx="4" />
      {count === 0 ? null : (
        <text className="bar-amount" x={`${x + width / 2}%`} y={top - 6} textAnchor="middle">
          {count}
        </text>
      )}
      <text className={className} x={`${x + width / 2}%`} y={ABOVE + HEIGHT + 19} textAnchor="middle">
        {label}
      </text>
    </g>
  );
}
