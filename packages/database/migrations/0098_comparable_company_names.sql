-- Whether a company of the same name exists is asked before a company is created: by index, whatever the number of companies.

-- A name without differences of case, accents and white space. Letters that Unicode does not take apart, such as ł and ø, become the
-- ones that they are written with elsewhere. Immutable: no dictionary is read.
create or replace function employer.comparable_name(name text) returns text language sql immutable strict parallel safe return
  trim(regexp_replace(
    translate(
      regexp_replace(
        normalize(casefold(normalize(name, nfkc) collate pg_catalog.pg_unicode_fast), nfkd),
        '[\u0300-\u036f]+', '', 'g'),
      'łøđħı’', 'lodhi'''),
    '\s+', ' ', 'g'));
revoke all on function employer.comparable_name(text) from public;
-- Also to the roles whose writes keep the index.
grant execute on function employer.comparable_name(text) to identity_service, employer_service;

-- On a table with millions of rows, create the function and then, concurrently, the index before an upgrade.
create index if not exists companies_comparable_name_idx on employer.companies (employer.comparable_name(name));
