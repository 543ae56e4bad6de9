-- Seeds of authenticator apps are encrypted with a key that the database does not have (docs/decisions/0015). Expand: the
-- plain columns stay for the version that still runs, and go in a later migration, when no row has a plain seed any more.

alter table identity.admin_second_factors
  add column encrypted_secret bytea,
  alter column secret drop not null,
  add constraint admin_second_factors_secret_check check (num_nonnulls(secret, encrypted_secret) > 0);
comment on column identity.admin_second_factors.encrypted_secret is 'AES-256-GCM by a key of SECRETS_KEY: version, key id, nonce, tag, ciphertext';
comment on column identity.admin_second_factors.secret is 'the seed before 0013, base32; where it is set it is newer than encrypted_secret and waits to be encrypted';

-- A seed is made when a link is opened, no more when it is sent.
alter table identity.admin_enrolments
  add column encrypted_totp_secret bytea,
  alter column totp_secret drop not null;
update identity.admin_enrolments set totp_secret = null;
comment on column identity.admin_enrolments.encrypted_totp_secret is 'seed of the last opening; null: not opened yet, or used';
comment on column identity.admin_enrolments.totp_secret is 'not used since 0013';

grant update (encrypted_secret) on identity.admin_second_factors to identity_service;
grant update (encrypted_totp_secret) on identity.admin_enrolments to identity_service;

-- For erasing the seeds of links that were opened and have expired.
create index admin_enrolments_seed_idx on identity.admin_enrolments (expires_at) where encrypted_totp_secret is not null;
