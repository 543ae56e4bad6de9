export { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx';
export { SignInDialog } from './sign-in-dialog.tsx';
