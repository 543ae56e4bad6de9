/** A company's first letter under an arch, where there is no picture of it. */
export function Monogram({ name }: { name: string }) {
  return (
    <span className="monogram" aria-hidden="true">
      {(/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toUpperCase()}
    </span>
  );
}
