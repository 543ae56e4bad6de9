import type { TalentAccessState } from '@gatehouse/contract/wire';
import { data } from 'react-router';
import { callApi } from '#api/browser-api.ts';
import { type ActionResult, actionResult, sendWrite } from '#api/page-result.ts';

/** What the staff can change about a person or a company; a form says which in its field `change`. */
export type Change = 'condition' | 'membership' | 'talent_access' | 'sessions';

/**
 * Sends the change that a form asks for, after the one-time code where the form holds one. The API decides whether this
 * admin may.
 */
export async function sendChange(request: Request) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const [id, reason, signal] = [text('id'), text('reason'), request.signal];
  const change = text('change') as Change;
  const totp = text('totp').trim();
  if (totp !== '') {
    const answer = await callApi('AdminSessionService.ReauthenticateCurrentAdminSession', { totp }, signal);
    if (!answer.ok) return actionResult(answer);
  }
  switch (change) {
    case 'condition': {
      const condition = text('condition') === 'disabled' ? 'disabled' : 'active';
      return sendWrite('AdministrationService.UpdateCompanyCondition', { id, condition, reason }, signal);
    }
    case 'membership': {
      const status = text('status') === 'revoked' ? 'revoked' : 'active';
      return sendWrite('AdministrationService.UpdateOrgMembershipStatus', { id, status, reason }, signal);
    }
    case 'talent_access': {
      const state = text('state') as TalentAccessState;
      return sendWrite('AdministrationService.UpdateTalentAccess', { id, state, reason }, signal);
    }
    case 'sessions':
      return sendWrite('AdministrationService.DeleteAdminUserSessions', { id }, signal);
    default:
      change satisfies never;
      return unknownChange();
  }
}

/** A form that this page has not made. */
function unknownChange() {
  const refusal = {
    status: 400,
    code: null,
    title: 'This change is not known',
    detail: 'Reload the page and try again.',
    traceId: null,
    errors: [],
  };
  return data<ActionResult>({ refusal }, { status: 400 });
}
