import { Badge } from './page.tsx';

/** The skills of a profile, in pills; nothing without any. */
export function Skills({ skills }: { skills: readonly string[] }) {
  return skills.length === 0 ? null : (
    <ul className="chips" aria-label="Skills">
      {skills.map((skill) => (
        <li key={skill}>
          <Badge>{skill}</Badge>
        </li>
      ))}
    </ul>
  );
}
