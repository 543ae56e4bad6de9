import { type Handler, onlyRow, statement } from '@gatehouse/boundary';

/** The one change of an access fact that this service's role may make: from none to pending, and only that. */
const REQUEST_TALENT_ACCESS = statement<{ state: string | null }>(
  'request_talent_access',
  'select identity.request_talent_access($1) as state',
);

/** Asks for talent access: from none to pending. */
export const createAccessRequest: Handler<'ProfileService.CreateAccessRequest'> = (context) =>
  context.transaction(
    async (tx) => {
      const { id } = tx.facts.identities_user;
      const { state } = onlyRow(await tx.query(REQUEST_TALENT_ACCESS, [id]), 'the function');
      if (state === null) return context.refuse('talent_access_exists');
      await tx.audit({
        action: 'talent_access.requested',
        subject_kind: 'user',
        subject_id: id,
        change: 'none → pending',
      });
      return { state };
    },
    { locks: [{ kind: 'user', id: context.facts.identities_user.id, mode: 'exclusive' }] },
  );
