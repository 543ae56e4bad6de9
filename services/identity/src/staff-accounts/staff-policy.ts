/** What the configuration decides about staff accounts. */
export interface StaffPolicy {
  /** Whether only passkeys are accepted as second factors. */
  readonly isPasskeyRequired: boolean;
}
