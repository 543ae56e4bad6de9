import { type ComponentProps, useState } from 'react';
import { TextField } from './fields.tsx';

/** A password field whose text can be shown: long passwords are hard to type blind. */
export function PasswordField(field: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="password-field">
      <TextField {...field} type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <button type="button" className="link" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        Show<span className="visually-hidden"> {field.label.toLowerCase()}</span>
      </button>
    </div>
  );
}
