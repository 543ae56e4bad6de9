const HEIGHT = 120;

/** Applications a week as columns, and as a table. */
export function WeekChart({ weeks }) {
  const most = Math.max(1, ...weeks.map(({ count }) => count));
  const share = 100 / weeks.length;
  return (
    <figure className="bar-chart">
      <figcaption>Applications a week, over the last twelve weeks</figcaption>
      <svg width="100%" height={HEIGHT} aria-hidden="true" focusable="false">
        {weeks.map(({ week, count }, index) => (
          <Column key={week} week={week} count={count} x={index * share} width={share} most={most} />
        ))}
      </svg>
      <table>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Applications</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ week, count }) => (
            <tr key={week}>
              <th scope="row">{week}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Column({ week, count, x, width, most }) {
  const height = Math.round((count / most) * HEIGHT);
  const place = { x: `${x + width * 0.16}%`, width: `${width * 0.68}%` };
  return (
    <g>
      <title>{`${week}: ${count}`}</title>
      <rect className="bar-track" {...place} y={0} height={HEIGHT} rx="4" />
      <rect className="bar-value" {...place} y={HEIGHT - height} height={height} rx="4" />
      <rect className="bar-second" {...place} y={HEIGHT - height} height={0} rx="4" />
      <text className="bar-amount" x={`${x + width / 2}%`} y={HEIGHT - height} textAnchor="middle">
        {count}
      </text>
      <text x={`${x + width / 2}%`} y={HEIGHT} textAnchor="middle">
        {week}
      </text>
    </g>
  );
}
