-- Every change of somebody's access, in one chain for the whole installation, made like the log of a device.

create table access_entries (
  id bigint primary key,
  recorded_at timestamptz not null,
  actor_id bigint not null,
  actor_name text not null,
  action text not null,
  account_id bigint not null,
  account_name text not null,
  before jsonb not null,
  after jsonb not null,
  previous_hash bytea not null,
  hash bytea not null
);
create index access_entries_account on access_entries (account_id, id);
create index access_entries_actor on access_entries (actor_id, id);

-- Where the chain ends. Whoever changes access holds this row: such changes come one after the other, so that each is
-- judged by what the one before it left.
create table access_head (
  single boolean primary key default true check (single),
  sequence bigint not null,
  hash bytea not null
);
insert into access_head (sequence, hash) values (0, '');

-- Each field after its length in bytes, so that no two entries read the same.
create function access_hash(entry access_entries) returns bytea language sql stable as $$
  select sha256(convert_to(string_agg(octet_length(field) || ':' || field, '' order by place), 'UTF8'))
  from unnest(array[
    'access',
    entry.id::text,
    to_char(entry.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    entry.actor_id::text,
    entry.actor_name,
    entry.action,
    entry.account_id::text,
    entry.account_name,
    entry.before::text,
    entry.after::text,
    encode(entry.previous_hash, 'hex')
  ]) with ordinality as fields (field, place)
$$;

create function chain_access_entry() returns trigger language plpgsql as $$
begin
  select sequence + 1, hash into strict new.id, new.previous_hash from access_head for update;
  new.recorded_at := clock_timestamp();
  new.hash := access_hash(new);
  update access_head set sequence = new.id, hash = new.hash;
  return new;
end $$;
create trigger access_entries_chain before insert on access_entries
  for each row execute function chain_access_entry();
create trigger access_entries_append_only before update or delete or truncate on access_entries
  for each statement execute function refuse_change();

create function guard_access_head() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'access_head follows access_entries and is not changed by hand';
  end if;
  return null;
end $$;
create trigger access_head_guard before insert or update or delete on access_head
  for each statement execute function guard_access_head();
create trigger access_head_not_truncated before truncate on access_head
  for each statement execute function refuse_change();
