/** Two gates, one of them open: decoration beside the first heading. */
export function GateScene() {
  return (
    <svg className="gate-scene" viewBox="0 0 320 240" aria-hidden="true" focusable="false">
      <path
        className="gate-wall"
        d="M0 240V72h24V52h24v20h24V52h24v20h24V52h24v20h32V52h24v20h24V52h24v20h24V52h24v20h24v168z"
      />
      <path className="gate-open" d="M52 240v-70a40 40 0 0 1 80 0v70z" />
      <path className="gate-open" d="M188 240v-70a40 40 0 0 1 80 0v70z" />
      <path className="gate-leaf" d="M188 240v-70a40 40 0 0 1 40-40v110z" />
      <circle className="gate-light" cx="160" cy="128" r="9" />
    </svg>
  );
}
