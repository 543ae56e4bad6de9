import type { ListApplicationMessagesResponse, ListMessageTemplatesResponse } from '@gatehouse/contract/wire';
import { Activity, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { PrefetchPageLinks, useRevalidator } from 'react-router';
import type { ApiAnswer } from '#api/api-answer.ts';
import { callApi } from '#api/browser-api.ts';
import { announce } from '#design/feedback/announcer.tsx';
import { focusOn, isFocusLost } from '#design/feedback/focus.ts';
import { Conversation } from '../../conversation/conversation.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { readTemplates } from './templates.ts';

/** The conversation with the templates that its messages can begin with: they are read once, when it is opened. */
export async function loadConversation() {
  const { id, input } = readTemplates();
  return { OpenConversation, templates: await callApi(id, input) };
}

/**
 * The conversation on the page of its application. Its forms post to the conversation's own page. What was typed stays while it is
 * closed (G8).
 */
function OpenConversation({
  id,
  page,
  applicant,
  messages,
  templates,
  isWanted,
  close,
  closed,
  children,
}: {
  /** The application's. */
  id: string;
  /** The path of the conversation's own page. */
  page: string;
  /** The applicant's name. */
  applicant: string;
  messages: ApiAnswer<ListApplicationMessagesResponse>;
  templates: ApiAnswer<ListMessageTemplatesResponse>;
  /** Whether the user has opened or closed it; otherwise its address has opened it. */
  isWanted: boolean | undefined;
  close: () => void;
  /** What the page shows instead of a closed conversation. */
  closed: ReactNode;
  /** Beside the button that closes it. */
  children: ReactNode;
}) {
  const section = useRef<HTMLElement>(null);
  const { revalidate } = useRevalidator();
  const isOpen = isWanted !== false;
  return (
    <>
      {isOpen ? null : <Closed>{closed}</Closed>}
      {/* A message must not fail because the code that sends it cannot be loaded (G8). */}
      <PrefetchPageLinks page={page} />
      <Activity mode={isOpen ? 'visible' : 'hidden'}>
        <Conversation
          applicationId={id}
          messages={messages}
          side="company"
          otherName={applicant}
          action={page}
          ref={section}
          beforeField={(field) => <TemplateChoice templates={templates} action={page} field={field} />}
        >
          <p className="actions">
            {children}
            <button
              type="button"
              onClick={() => {
                close();
                // What has been shown is no longer new.
                void revalidate();
              }}
            >
              Close
            </button>
          </p>
        </Conversation>
        {/* After the section, whose reference it needs. */}
        <Opening of={section} takesFocus={isWanted === true} />
      </Activity>
    </>
  );
}

/** Its effect runs each time that the conversation is opened. */
function Opening({ of, takesFocus }: { of: RefObject<HTMLElement | null>; takesFocus: boolean }) {
  // Before the focus keeper sees that the button has gone.
  useLayoutEffect(() => {
    if (!takesFocus) return;
    announce('Conversation opened.');
    // The button had the focus, unless the user has moved it meanwhile.
    if (of.current !== null && isFocusLost()) focusIn(of.current);
  }, [of, takesFocus]);
  return null;
}

/** The focus goes from the button that closes it to the one that opens it. */
function Closed({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    announce('Conversation closed.');
    document.querySelector<HTMLElement>('[aria-labelledby="conversation"] button')?.focus();
  }, []);
  return children;
}

/** The newest message is where reading goes on; without one, the field is where writing begins. */
function focusIn(section: HTMLElement): void {
  const newest = section.querySelector<HTMLElement>('.messages > :last-child');
  if (newest === null) {
    section.querySelector('textarea')?.focus();
    return;
  }
  focusOn(newest);
  newest.scrollIntoView({ block: 'nearest' });
}
