import type { ListApplicationMessagesResponse, ListMessageTemplatesResponse } from '@gatehouse/contract/wire';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { PrefetchPageLinks } from 'react-router';
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

/** The conversation on the page of its application. Its forms post to the conversation's own page. */
function OpenConversation({
  page,
  applicant,
  messages,
  templates,
  takesFocus,
  children,
}: {
  /** The path of the conversation's own page. */
  page: string;
  /** The applicant's name. */
  applicant: string;
  messages: ApiAnswer<ListApplicationMessagesResponse>;
  templates: ApiAnswer<ListMessageTemplatesResponse>;
  /** Whether the user has opened it; otherwise its address has. */
  takesFocus: boolean;
  children: ReactNode;
}) {
  const section = useRef<HTMLElement>(null);
  // Before the focus keeper sees that the button has gone.
  useLayoutEffect(() => {
    if (!takesFocus) return;
    announce('Conversation opened.');
    // The button had the focus, unless the user has moved it meanwhile.
    if (section.current !== null && isFocusLost()) focusIn(section.current);
  }, [takesFocus]);
  return (
    <>
      {/* A message must not fail because the code that sends it cannot be loaded (G8). */}
      <PrefetchPageLinks page={page} />
      <Conversation
        messages={messages}
        side="company"
        otherName={applicant}
        action={page}
        ref={section}
        beforeField={(field) => <TemplateChoice templates={templates} action={page} field={field} />}
      >
        {children}
      </Conversation>
    </>
  );
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
