import type { PasskeyAssertion } from '@gatehouse/contract/wire';
import { useEffect, useRef } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { ActionResult } from '#api/page-result.ts';
import { offerPasskeys } from '#api/passkeys.ts';
import { FormBody } from '#design/form-body.tsx';
import { SubmitButton } from '#design/submit-button.tsx';

/** Signs in with a passkey: by the button, or by a suggestion of the field for the email address. */
export function PasskeySignIn() {
  const fetcher = useFetcher<ActionResult>();
  const { pathname, search } = useLocation();
  const isBusy = fetcher.state !== 'idle';
  // After a refusal the button asks: a device that answers by itself would be asked forever.
  const isOffered = !isBusy && fetcher.data?.refusal === undefined;
  useOfferedPasskeys(isOffered, (passkey) => {
    const form = { intent: 'sign_in_with_passkey', passkey: JSON.stringify(passkey) };
    void fetcher.submit(form, { method: 'post', action: `${pathname}${search}` });
  });
  return (
    <fetcher.Form method="post" className="passkey-sign-in">
      <FormBody intent="sign_in_with_passkey" refusal={fetcher.data?.refusal}>
        <SubmitButton isBusy={isBusy} busyLabel="Waiting for your passkey…">
          Use a passkey
        </SubmitButton>
      </FormBody>
    </fetcher.Form>
  );
}

/** A challenge works for five minutes: the page offers a new one before that. */
const OFFER_MILLIS = 240_000;

/** @param isOffered false while the button's ceremony runs: each one ends the other. */
function useOfferedPasskeys(isOffered: boolean, onChosen: (passkey: PasskeyAssertion) => void): void {
  const chosen = useRef(onChosen);
  chosen.current = onChosen;
  useEffect(() => {
    if (!isOffered) return;
    const aborter = new AbortController();
    const offer = async () => {
      const passkey = await offerPasskeys(aborter.signal);
      if (passkey !== null) chosen.current(passkey);
    };
    void offer();
    const timer = setInterval(() => void offer(), OFFER_MILLIS);
    return () => {
      clearInterval(timer);
      aborter.abort();
    };
  }, [isOffered]);
}
