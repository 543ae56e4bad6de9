import { type ClientActionFunctionArgs, redirect } from 'react-router';
import { callApi } from '#api/browser-api.ts';
import { formAction } from '#api/form-action.ts';
import { actionResult } from '#api/page-result.ts';
import { announceSignOut, wantReload } from '#session/reload.ts';

/** The address has no page of its own. */
export function loader() {
  return redirect('/');
}

/** Signs out: the API ends the session and clears the cookie, then route data is reloaded. */
export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    sign_out: async () => {
      const answer = await callApi('AdminSessionService.DeleteCurrentAdminSession', {}, request.signal);
      if (!answer.ok) return actionResult(answer);
      announceSignOut();
      wantReload();
      return redirect('/login');
    },
  });
}
