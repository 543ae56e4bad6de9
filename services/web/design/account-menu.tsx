import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import type { Account } from './account-menu-popup.tsx';
import { PART_NOT_LOADED, useOnDemand } from './on-demand.ts';
import { useToast } from './toast.tsx';

const loadMenu = () => import('./account-menu-popup.tsx');

/** The button with the user's name, and its menu: their pages, and sign-out. */
export function AccountMenu({ account }: { account: Account }) {
  const { part, hasFailed, want } = useOnDemand(loadMenu);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const signOut = useSignOut();
  const showToast = useToast();
  useEffect(() => {
    if (hasFailed && isOpen) showToast(PART_NOT_LOADED, 'bad');
  }, [hasFailed, isOpen, showToast]);
  const open = () => {
    want();
    setIsOpen(true);
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        className="account"
        aria-haspopup="menu"
        aria-expanded={isOpen && part !== null}
        data-pending={isOpen && part === null && !hasFailed ? '' : undefined}
        onPointerEnter={want}
        onFocus={want}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          open();
        }}
      >
        <span className="initials" aria-hidden="true">
          {initialsOf(account.name)}
        </span>
        <span className="account-name">{account.name}</span>
        <span className="visually-hidden"> account menu</span>
        <svg className="chevron" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M6 9l6 6 6-6" />
        </svg>
      </button>
      {part === null ? null : (
        <part.AccountMenuPopup
          account={account}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          onSignOut={signOut}
          opener={button}
        />
      )}
    </>
  );
}

/** Signs out through the host's sign-out route; a toast reports a failure, and the session stays. */
function useSignOut(): () => void {
  const { submit, data } = useFetcher<ActionResult>();
  const showToast = useToast();
  const refusal = data?.refusal;
  useEffect(() => {
    if (refusal !== undefined) showToast('We could not sign you out. Try again in a moment.', 'bad');
  }, [refusal, showToast]);
  return () => void submit({ intent: 'sign_out' }, { method: 'post', action: '/sign-out' });
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? []);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].join('').toUpperCase();
}
