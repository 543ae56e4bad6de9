import { useId } from 'react';
import { formatMoment } from '../dates.ts';
import { useTimeZone } from '../local-time.tsx';
import type { Choice, Conflict } from './conflict.ts';

// Loaded on demand with the choices.
export { conflictOf } from './conflict.ts';

/** No form has this id: the choices are not sent. */
const NO_FORM = 'not-sent';

/** Both versions of each field that differs; the user picks per field, or keeps all of theirs (G9). */
export function ConflictChoices({
  conflict: { changedBy, changedAt, choices },
  onChoose,
}: {
  conflict: Conflict;
  onChoose: (changed: readonly Choice[]) => void;
}) {
  const by = changedBy === '' ? '' : ` by ${changedBy}`;
  const zone = useTimeZone();
  const at = changedAt === '' ? '' : `, ${formatMoment(changedAt, zone)}`;
  const headings = { yours: 'Your version', current: `Current version${by}${at}` };
  const fields = choices.filter(({ isField }) => isField);
  return (
    <div className="conflict">
      {choices.length === 0 ? <p>{headings.current}. It does not differ from yours in this form.</p> : null}
      {choices.map((choice) => (
        <OneChoice
          key={choice.name}
          choice={choice}
          headings={headings}
          onChoose={(chosen) => onChoose([{ ...choice, chosen }])}
        />
      ))}
      {fields.length < 2 ? null : (
        <p className="actions">
          <button
            type="button"
            onClick={() => onChoose(fields.map((choice) => ({ ...choice, chosen: 'yours' })))}
          >
            Keep all of mine
          </button>
          <small>Then save again.</small>
        </p>
      )}
    </div>
  );
}

const VERSIONS = ['yours', 'current'] as const;

function OneChoice({
  choice: { label, isField, chosen, shown },
  headings,
  onChoose,
}: {
  choice: Choice;
  headings: Readonly<Record<'yours' | 'current', string>>;
  onChoose: (chosen: Choice['chosen']) => void;
}) {
  const group = useId();
  const text = (version: Choice['chosen']) => (shown[version] === '' ? 'Empty' : shown[version]);
  if (!isField) {
    return (
      <section aria-label={label}>
        <h3>{label}</h3>
        <div className="versions">
          {VERSIONS.map((version) => (
            <div key={version}>
              <strong>{headings[version]}</strong>
              <span className="version-text">{text(version)}</span>
            </div>
          ))}
        </div>
      </section>
    );
  }
  return (
    <fieldset>
      <legend>{label}</legend>
      <div className="versions">
        {VERSIONS.map((version) => (
          <label key={version}>
            <span>
              <input
                type="radio"
                form={NO_FORM}
                name={group}
                checked={chosen === version}
                onChange={() => onChoose(version)}
              />{' '}
              {headings[version]}
            </span>
            <span className="version-text">{text(version)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
