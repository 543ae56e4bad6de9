import { ofOthers, secret, type TableEntry, technical } from './entry.ts';

const ofStaff = (purpose: string, kept: TableEntry['kept'], columns: TableEntry['columns']): TableEntry => ({
  whose: 'admin',
  purpose,
  basis: 'staff',
  kept,
  rowsOfUser: null,
  columns,
});

/** Tables of the staff, and counts of the platform. */
export const identityStaff: Readonly<Record<string, TableEntry>> = {
  'identity.admins': ofStaff('accounts of the staff', 'admin', {
    id: technical('id of the admin'),
    email: ofOthers('address with which the admin signs in'),
    name: ofOthers("the admin's name"),
    role: ofOthers('viewer or operator'),
    created_at: ofOthers('when the account was created'),
  }),
  'identity.admin_credentials': ofStaff("the staff's passwords", 'admin', {
    admin_id: technical('whose password'),
    password_hash: secret('argon2id hash of the password'),
    updated_at: ofOthers('when it was set'),
  }),
  'identity.admin_passkeys': ofStaff("the staff's passkeys", 'admin', {
    id: technical('id of the passkey'),
    admin_id: technical('whose passkey'),
    credential_id: technical('id by which the authenticator knows it'),
    public_key: technical('its public key'),
    counter: technical('signature counter of the last use'),
    is_backup_eligible: ofOthers('whether it can be copied to other devices'),
    is_backed_up: ofOthers('whether it has been'),
    transports: technical('how browsers reach the authenticator'),
    name: ofOthers("the admin's name for it"),
    created_at: ofOthers('when it was added'),
    last_used_at: ofOthers('when it was last used'),
  }),
  'identity.admin_sessions': ofStaff("the staff's sessions", 'admin_sessions', {
    id: technical('id of the session'),
    token_hash: secret("SHA-256 of the cookie's token"),
    admin_id: technical('whose session'),
    created_at: ofOthers('when the admin signed in'),
    last_seen_at: ofOthers('last use, exact to a minute'),
    expires_at: ofOthers('absolute limit'),
    idle_expires_at: ofOthers('idle limit'),
    ended_at: ofOthers('when it was ended'),
    end_reason: ofOthers('why it was ended'),
    user_agent: ofOthers('the browser, as it named itself'),
    address: ofOthers('network address at sign-in'),
    second_factor_at: ofOthers('last one-time code or passkey'),
    passkey_id: technical('the passkey that began it'),
  }),
  'identity.admin_second_factors': ofStaff("the staff's authenticator apps", 'admin', {
    admin_id: technical('whose app'),
    secret: secret('seed of releases before its encryption'),
    last_used_step: secret('time step of the last code'),
    updated_at: ofOthers('when it was set'),
    encrypted_secret: secret('encrypted seed'),
  }),
  'identity.admin_recovery_codes': ofStaff("the staff's recovery codes", 'admin', {
    code_hash: secret('SHA-256 of the code'),
    admin_id: technical('whose code'),
    used_at: ofOthers('when it was used'),
  }),
  'identity.admin_enrolments': ofStaff("links that set an admin's password and app", 'admin_enrolments', {
    id: technical('id of the link'),
    token_hash: secret('SHA-256 of the token'),
    admin_id: technical('whose link'),
    totp_secret: secret('not used since the seeds are encrypted'),
    created_at: ofOthers('when it was created'),
    expires_at: ofOthers('when it expires'),
    used_at: ofOthers('when it was used'),
    encrypted_totp_secret: secret('encrypted seed of the last opening'),
  }),
  'identity.access_decision_counts': {
    whose: 'platform',
    purpose: 'counts of decisions for the staff',
    basis: 'operation',
    kept: 'access_decision_counts',
    rowsOfUser: null,
    columns: {
      hour: technical('hour', 'stays'),
      decision: technical('decision', 'stays'),
      count: technical('how often', 'stays'),
    },
  },
};
