import { KEPT_SAVE } from '#journey/kept-save.ts';
import { ACCOUNT_EVENT, giveTabTo, OWNER } from '#session/tab-owner.ts';
import { READY_EVENT } from './ready-event.ts';

/** After this the page says that its scripts have not arrived. */
const LATE_MILLIS = 10_000;

/**
 * Keeps what users do until the page's scripts have arrived (U1, G8): holds each form that would be posted, and each click on
 * another button, once, and repeats them when the page is ready. Searches go by address, so the browser sends them itself, and a
 * choice that applies at once sends its form.
 */
export function holdUntilReady(): void {
  const { account } = document.currentScript?.dataset ?? {};
  // Before any other script reads. While the account is unknown, what was kept stays.
  if (account !== undefined) give(account);
  const enteredBy: string = history.state?.account || account;
  const held = new Map<HTMLElement, HTMLElement | null>();
  const textAreas = new Set<HTMLTextAreaElement>();
  const listening = new AbortController();
  const early = { capture: true, signal: listening.signal };
  let isUnstyled = false;

  function isReady(): boolean {
    return listening.signal.aborted;
  }

  function storageKey(): string {
    return `gatehouse-typed ${location.pathname}`;
  }

  /** @returns whether text waits for a reload of this page. */
  function give(id: string): boolean {
    try {
      giveTabTo(id);
      return sessionStorage.getItem(storageKey()) !== null;
    } catch {
      // A browser that refuses storage keeps nothing.
      return false;
    }
  }

  function hold(event: Event, target: HTMLElement, submitter: HTMLElement | null): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (held.has(target)) return;
    held.set(target, submitter);
    for (const shown of [submitter ?? target, document.querySelector('.progress')]) {
      shown?.setAttribute('data-pending', '');
    }
  }

  function showLate(isLate: boolean): void {
    const message = document.querySelector<HTMLElement>('.late-page');
    if (message === null) return;
    message.hidden = !isLate && !isUnstyled;
    if (!isUnstyled) return;
    // Below a page without its styles, it would be out of view.
    message.style.cssText = 'position:fixed;bottom:0;background:Canvas';
    // Forms are sent then, as on any page that is ready.
    if (isReady()) message.querySelector('p')?.firstChild?.replaceWith('');
  }

  function fields() {
    return document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      'form :is(input, select, textarea):not([type=hidden], [type=password], [type=file], [autocomplete=one-time-code])',
    );
  }

  /** @returns for each field its name, its value, and whether it is checked. */
  function takeEntered(): readonly [string, string, boolean][] {
    try {
      const entered = sessionStorage.getItem(storageKey()) ?? '[]';
      sessionStorage.removeItem(storageKey());
      return JSON.parse(entered);
    } catch {
      // Refused, or written by other code: nothing is restored.
      return [];
    }
  }

  function isChecked(field: Element): boolean {
    return field instanceof HTMLInputElement && field.checked;
  }

  /**
   * Hydration gives a text area its first text again, while its user types and after the browser has restored what was entered
   * before. So no script can set its text until the page is ready.
   */
  function keepText(field: HTMLTextAreaElement): void {
    textAreas.add(field);
    const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
    Object.defineProperty(field, 'value', { ...value, set: () => {} });
  }

  /** Names, in the entry of the browser's history, the account that uses its forms. A page's scripts replace the entry's state. */
  function nameEntry(): void {
    try {
      const owner = sessionStorage.getItem(OWNER);
      if ((history.state?.account ?? null) === owner) return;
      history.replaceState({ ...history.state, account: owner }, '');
    } catch {
      // A browser that refuses storage has no session.
    }
  }

  /** Before and after the page is ready: until then the browser sends this form itself, and no other script keeps anything. */
  function keepSave({ target }: Event): void {
    const { saves } = (target as HTMLFormElement).dataset;
    if (saves === undefined) return;
    try {
      sessionStorage.setItem(KEPT_SAVE, JSON.stringify({ ...JSON.parse(saves), at: Date.now() }));
    } catch {
      // Refused or full: the user saves it after the sign-in.
    }
  }

  addEventListener('submit', keepSave, true);
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      if (form.getAttribute('method') === 'post') hold(event, form, event.submitter);
    },
    early,
  );
  addEventListener(
    'click',
    (event) => {
      const target = event.target as Element;
      const button = target.closest('button');
      if (button !== null && button.type !== 'submit' && !isReady()) hold(event, button, null);
      // Also when the page is ready: one without its styles still shows the link.
      if (target.closest('.late-page a') === null) return;
      event.preventDefault();
      const entered = Array.from(fields(), (field) => [field.name, field.value, isChecked(field)]);
      try {
        sessionStorage.setItem(storageKey(), JSON.stringify(entered));
      } catch {
        // Refused or full: the reload is still the only way on.
      }
      location.reload();
    },
    true,
  );
  addEventListener(
    'change',
    (event) => {
      const target = event.target as HTMLSelectElement;
      if (!target.matches('select[data-keeps-focus]')) return;
      // Not to the field's own listener as well, where hydration has come as far as that: it sends the form, too.
      event.stopImmediatePropagation();
      target.form?.requestSubmit();
    },
    early,
  );
  addEventListener('input', ({ target }) => target instanceof HTMLTextAreaElement && keepText(target), early);
  addEventListener(
    'error',
    ({ target }) => {
      isUnstyled ||= (target as HTMLLinkElement).rel === 'stylesheet';
      if (isUnstyled || target instanceof HTMLScriptElement) showLate(!isReady());
    },
    true,
  );
  addEventListener(ACCOUNT_EVENT, (event) => {
    const { detail: id } = event as CustomEvent<string>;
    // An account has signed in to which this text belongs: only a document can restore it.
    if (give(id) && id !== '' && id !== account) location.reload();
  });
  for (const type of ['focusin', 'input']) addEventListener(type, nameEntry);
  document.addEventListener('DOMContentLoaded', () => {
    // The stylesheet may have failed before the message was there.
    if (isUnstyled) showLate(true);
    if (account === undefined) return;
    // Of its own accord, the browser would now restore what another account has entered (C2).
    if (enteredBy !== account) for (const form of document.forms) form.autocomplete = 'off';
    const kept = takeEntered();
    fields().forEach((field, index) => {
      const [name, value = '', checked = false] = kept[index] ?? [];
      if (name === field.name) {
        field.value = value;
        if (field instanceof HTMLInputElement) field.checked = checked;
      }
      if (field instanceof HTMLTextAreaElement && !isReady()) keepText(field);
    });
  });
  const timer = setTimeout(showLate, LATE_MILLIS, true);

  document.addEventListener(
    READY_EVENT,
    () => {
      clearTimeout(timer);
      listening.abort();
      showLate(false);
      for (const field of textAreas) Reflect.deleteProperty(field, 'value');
      document.querySelector('.progress')?.removeAttribute('data-pending');
      for (const [target, submitter] of held) {
        (submitter ?? target).removeAttribute('data-pending');
        if (target instanceof HTMLFormElement) target.requestSubmit(submitter);
        else target.click();
      }
    },
    { once: true },
  );
}
