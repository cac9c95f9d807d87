-- ==== audit ====

-- As before. An integer is cast to text, since joining the two with `||` depends on settings: then PostgreSQL does not copy the
-- function into what calls it, and called it for every entry of the log.
create or replace function sized(field text) returns text language sql immutable
return octet_length(field)::text || ':' || field;

-- What the hash of an entry is about. See `keyed_audit_hash`.
create function audit_message(device_id bigint, sequence bigint, recorded_at timestamptz, actor_id bigint, by_person boolean,
  actor_name text, action text, subject text, digest bytea, previous bytea) returns bytea language sql stable
return 'device-2'::bytea || int8send(device_id) || int8send(sequence) || timestamptz_send(recorded_at)
  || int8send(coalesce(actor_id, 0)) || digest
  || convert_to(case when by_person then 'person0:' else 'admin' || octet_length(actor_name) || ':' || actor_name end
    || octet_length(action) || ':' || action || octet_length(subject) || ':' || subject, 'UTF8')
  || previous;

create or replace function keyed_audit_hash(device_id bigint, sequence bigint, recorded_at timestamptz, actor_id bigint, by_person boolean,
  actor_name text, action text, subject text, digest bytea, previous bytea) returns bytea language sql stable
return audit_mac(audit_message(device_id, sequence, recorded_at, actor_id, by_person, actor_name, action, subject, digest, previous));

-- As before, with less work for each of many entries: the key is decoded once (see `audit_mac`), and devices that have one entry each, as
-- those on a map, are not numbered.
create or replace function append_audit_entries(device_ids bigint[], actor_ids bigint[], actor_names text[], actions text[],
  subjects text[], details jsonb[]) returns void language plpgsql set fairwatch.chaining = 'on' as $$
declare
  today date := demand_audit_key();
  inner_key bytea := decode(current_setting('fairwatch.audit_inner'), 'hex');
  outer_key bytea := decode(current_setting('fairwatch.audit_outer'), 'hex');
  total bigint := 0;
  written bigint;
  round bigint := 1;
  -- In which round each entry is written; null when one is enough.
  rounds bigint[];
  seed bytea;
begin
  -- Each round has at most one entry of a device: the next one is linked to it.
  if cardinality(device_ids) > (select count(distinct id) from unnest(device_ids) as id) then
    select array_agg(n order by place) into rounds from (
      select place, row_number() over (partition by id order by place) as n from unnest(device_ids) with ordinality as e (id, place)
    ) as numbered;
  end if;
  while total < cardinality(device_ids) loop
    seed := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    with found as (
      select h.device_id, h.sequence + 1 as sequence, h.hash as previous_hash, g.actor_id, g.actor_name, g.action, g.subject, g.details,
        -- The function has a subquery, so PostgreSQL calls it instead of copying it; these actions are most of the log.
        case when g.action in ('READ', 'COMMAND') then false else is_by_person(g.action, g.device_id, g.actor_id) end as by_person,
        salt_of(seed, g.device_id) as salt
      from unnest(device_ids, actor_ids, actor_names, actions, subjects, append_audit_entries.details) with ordinality
        as g (device_id, actor_id, actor_name, action, subject, details, place)
      join audit_heads h on h.device_id = g.device_id
      where coalesce(rounds[g.place], 1) = round order by h.device_id for update of h
    ), chained as materialized (
      select *, sha256(outer_key || sha256(inner_key || audit_message(device_id, sequence, recorded_at, actor_id, by_person, actor_name,
        action, subject, digest, previous_hash))) as hash
      from (
        select *, clock_timestamp() as recorded_at,
          details_digest(salt, sized(case when by_person then actor_name else '' end) || f.details::text) as digest
        from found f
      ) as timed
    ), moved as (
      update audit_heads h set sequence = c.sequence, hash = c.hash from chained c where h.device_id = c.device_id
    )
    insert into audit_entries (device_id, sequence, recorded_at, actor_id, actor_name, action, subject, details,
      previous_hash, hash, scheme, key_day, by_person, details_salt, details_digest)
    select device_id, sequence, recorded_at, actor_id, actor_name, action, subject, c.details, previous_hash, hash,
      2, today, by_person, salt, digest
    from chained c;
    get diagnostics written = row_count;
    if written = 0 then
      raise foreign_key_violation using message = 'an entry of the log needs a device';
    end if;
    total := total + written;
    round := round + 1;
  end loop;
end $$;
