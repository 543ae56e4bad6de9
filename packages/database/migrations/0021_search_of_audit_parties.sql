-- Staff find users, admins and companies by the beginnings of words of their names and addresses. The expressions are
-- those of the statement find_audit_parties.
create index users_words_idx on identity.users
  using gin (to_tsvector('pg_catalog.simple', translate(name || ' ' || email, '@.-_+''', '      ')));
create index admins_words_idx on identity.admins
  using gin (to_tsvector('pg_catalog.simple', translate(name || ' ' || email, '@.-_+''', '      ')));
create index companies_words_idx on employer.companies
  using gin (to_tsvector('pg_catalog.simple', translate(name, '@.-_+''', '      ')));
