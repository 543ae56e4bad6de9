/** The name of the site with its gate. A plain link, which also works on error displays without route data. */
export function Brand({ name }: { name: string }) {
  return (
    <a className="brand" href="/">
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M2 23V2h4v3h4V2h4v3h4V2h4v21h-5v-7a5 5 0 0 0-10 0v7z" />
      </svg>
      {name}
    </a>
  );
}
