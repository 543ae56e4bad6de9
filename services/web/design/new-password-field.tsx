import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useOnDemand } from './on-demand.ts';
import { PasswordField } from './password-field.tsx';
import type { PasswordStrength } from './password-strength.ts';

const loadStrength = () => import('./password-strength.ts');

const STRENGTHS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;
const NOTHING = { password: '', ownWords: [] as readonly string[] };

/**
 * The field for a new password, with its strength while the user types. The estimate loads with the first focus; without it,
 * the field works as any other.
 */
export function NewPasswordField({
  label = 'Password',
  name = 'password',
  hint = 'At least 8 characters. A few unrelated words work well.',
}: {
  label?: string;
  name?: string;
  hint?: string;
}) {
  const { part, want } = useOnDemand(loadStrength);
  const [typed, setTyped] = useState(NOTHING);
  const { password, ownWords } = useDeferredValue(typed);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = area.current?.closest('form');
    const clear = () => setTyped(NOTHING);
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, []);
  return (
    <div ref={area}>
      <PasswordField
        label={label}
        name={name}
        hint={hint}
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={128}
        onFocus={want}
        onInput={({ currentTarget }: FormEvent<HTMLInputElement>) =>
          setTyped({ password: currentTarget.value, ownWords: ownWordsIn(currentTarget.form) })
        }
      />
      {part === null || password === '' ? null : (
        <Strength strength={part.passwordStrength(password, ownWords)} />
      )}
    </div>
  );
}

/** The least strength shows a little of the bar, too. */
const MIN_SHOWN = 0.4;

function Strength({ strength: { score, advice } }: { strength: PasswordStrength }) {
  return (
    <div className="strength">
      <meter
        min={0}
        max={4}
        low={2}
        high={3}
        optimum={4}
        value={Math.max(score, MIN_SHOWN)}
        aria-label="Strength"
      >
        {STRENGTHS[score]}
      </meter>
      <p className="hint" role="status">
        <strong>{STRENGTHS[score]}.</strong> {advice}
      </p>
    </div>
  );
}

/** What the form says about its user. */
function ownWordsIn(form: HTMLFormElement | null): readonly string[] {
  const inputs = form?.querySelectorAll<HTMLInputElement>(
    '[autocomplete=name], [autocomplete=email], [autocomplete=username]',
  );
  return Array.from(inputs ?? [], ({ value }) => value);
}
