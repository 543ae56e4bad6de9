import { ConfirmChange } from '#design/confirm-change.tsx';

/** Ends the own membership, after confirmation; the API refuses it for the last owner (U12). */
export function LeaveCompany({ companyName, isOwner }: { companyName: string; isOwner: boolean }) {
  return (
    <ConfirmChange
      label="Leave company"
      about={companyName}
      title={`Leave ${companyName}?`}
      tone="bad"
      intent="leave"
      done={`You have left ${companyName}.`}
      description={
        isOwner
          ? 'You can no longer act for it, and open invitations that you sent are revoked. Its job posts stay. To come back, you need an invitation. As the last owner, make another member an owner first.'
          : 'You can no longer act for it. Its job posts stay. To come back, you need an invitation.'
      }
    />
  );
}
