import { type Handler, statement } from '@gatehouse/boundary';
import type { AuditParty } from '@gatehouse/contract';

const MAX_PARTIES = 20;

const FIND_BY_ID = statement<AuditParty>(
  'find_audit_party',
  `select 'user' as kind, u.id, u.name, u.email from identity.users u where u.id = $1
   union all
   select 'admin', a.id, a.name, a.email from identity.admins a where a.id = $1
   union all
   select 'company', c.id, c.name, '' from employer.companies c where c.id = $1`,
  { indexes: ['users_pkey', 'admins_pkey', 'companies_pkey'] },
);

/** Letters and digits of a text as words; the indexes have the same expression. */
const wordsIn = (text: string) => `to_tsvector('pg_catalog.simple', translate(${text}, '@.-_+''', '      '))`;

const FIND_BY_WORDS = statement<AuditParty>(
  'find_audit_parties',
  `select kind, id, name, email from (
     (select 'user' as kind, u.id, u.name, u.email from identity.users u
       where ${wordsIn("u.name || ' ' || u.email")} @@ to_tsquery('pg_catalog.simple', $1)
       order by u.email <> $2, lower(u.name), u.id limit ${MAX_PARTIES})
     union all
     (select 'admin', a.id, a.name, a.email from identity.admins a
       where ${wordsIn("a.name || ' ' || a.email")} @@ to_tsquery('pg_catalog.simple', $1)
       order by a.email <> $2, lower(a.name), a.id limit ${MAX_PARTIES})
     union all
     (select 'company', c.id, c.name, '' from employer.companies c
       where ${wordsIn('c.name')} @@ to_tsquery('pg_catalog.simple', $1)
       order by lower(c.name), c.id limit ${MAX_PARTIES})
   ) found
   order by email <> $2, lower(name), id
   limit ${MAX_PARTIES}`,
  { indexes: ['users_words_idx', 'admins_words_idx', 'companies_words_idx'] },
);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Users, admins and companies by id, or by the beginnings of words of a name or an email address. */
export const findAuditParties: Handler<'AdministrationService.FindAuditParties'> = async (
  { read },
  { query },
) => {
  const text = query.trim().toLowerCase();
  if (UUID.test(text)) return { items: await read.query(FIND_BY_ID, [text]) };
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  if (words.length === 0) return { items: [] };
  return { items: await read.query(FIND_BY_WORDS, [words.map((word) => `${word}:*`).join(' & '), text]) };
};
