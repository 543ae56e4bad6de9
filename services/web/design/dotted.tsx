import type { ReactNode } from 'react';

/** Short texts in a row with a dot between them; empty ones are left out, and no line ends or begins with a dot. */
export function Dotted({ parts }: { parts: Readonly<Record<string, ReactNode>> }) {
  return (
    <span className="dotted">
      {Object.entries(parts).map(([name, part]) => (part === '' ? null : <span key={name}>{part}</span>))}
    </span>
  );
}
