/** Short texts in a row with a dot between them; empty ones are left out, and no line ends or begins with a dot. */
export function Dotted({ parts }: { parts: Readonly<Record<string, string>> }) {
  return (
    <span className="dotted">
      {Object.entries(parts).map(([name, text]) => (text === '' ? null : <span key={name}>{text}</span>))}
    </span>
  );
}
