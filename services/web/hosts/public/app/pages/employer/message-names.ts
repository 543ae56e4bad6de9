import { useIdentitiesUserSession } from '../../session-hook.ts';

/** Names by the placeholders of messages. */
export type Names = ReadonlyMap<string, string | undefined>;

/** The names in a message of the user about one application. */
export function useNames({ applicant, job }: { readonly applicant: string; readonly job: string }): Names {
  const session = useIdentitiesUserSession();
  return new Map([
    ['applicant_name', applicant],
    ['job_title', job],
    ['company_name', session?.employer_access.company?.name],
    ['member_name', session?.identities_user.name],
  ]);
}

/** A text with names, as the API fills it in. A placeholder that is none stays as it is: the API refuses it. */
export function withNames(text: string, names: Names): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name) => names.get(name) ?? placeholder);
}
