-- An export is sent in slices, as its client takes them: one of tens of megabytes, which many events of an account make, was more than
-- a service's memory for a few downloads at once (G6). `document` stays for pods of the former release.
alter table identity.data_exports add column content bytea;
-- Not compressed: a slice of it is read without the rest.
alter table identity.data_exports alter column content set storage external;
comment on column identity.data_exports.content is 'the file as it is sent, in UTF-8; null: made by the former release';
grant update (content) on identity.data_exports to identity_service;
