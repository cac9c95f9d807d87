-- The log is found by what its entries were about.

-- Whatever of an entry's details is words: its part, a search, names before and after, why. Null once the details were erased.
create function audit_text(details jsonb) returns text language sql immutable strict
return concat_ws(' ', details ->> 'object', details ->> 'search', details ->> 'filter', details ->> 'from', details ->> 'to',
  details ->> 'before', details ->> 'after', details ->> 'reason', details ->> 'why');

-- Most entries have no such words and cost nothing here. An entry that is erased leaves the index with its details.
create index audit_entries_text on audit_entries using gin (audit_text(details) gin_trgm_ops)
  where details ?| array['object', 'search', 'filter', 'from', 'to', 'before', 'after', 'reason', 'why'];
