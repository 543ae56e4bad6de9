/** The name of the site under its gate. A plain link: it also leads out of an error, which holds no route data. */
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
