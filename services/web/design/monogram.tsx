/** A company's first letter under an arch, as its picture. */
export function Monogram({ name }: { name: string }) {
  return (
    <span className="monogram" aria-hidden="true">
      {(/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toUpperCase()}
    </span>
  );
}
