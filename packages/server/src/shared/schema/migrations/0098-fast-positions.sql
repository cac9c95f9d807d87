-- ==== device data ====

-- With what a track is made of, so that the week of a device is read without its rows.
drop index locations_local_date_time;
create index locations_local_date_time on locations (device_id, local_date_time, id) include (latitude, longitude, accuracy);

-- ==== audit ====

-- As before, with one call less for each entry that only an admin can cause.
create or replace function append_audit_entries(device_ids bigint[], actor_ids bigint[], actor_names text[], actions text[],
  subjects text[], details jsonb[]) returns void language plpgsql set fairwatch.chaining = 'on' as $$
declare
  today date := demand_audit_key();
  total bigint := 0;
  written bigint;
  round bigint := 1;
  seed bytea;
begin
  -- Each round has at most one entry of a device: the next one is linked to it.
  while total < cardinality(device_ids) loop
    seed := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    with given as (
      select *, row_number() over (partition by device_id order by place) as place_in_device
      from unnest(device_ids, actor_ids, actor_names, actions, subjects, append_audit_entries.details) with ordinality
        as e (device_id, actor_id, actor_name, action, subject, details, place)
    ), found as (
      select h.device_id, h.sequence + 1 as sequence, h.hash as previous_hash, g.actor_id, g.actor_name, g.action, g.subject, g.details,
        -- The function has a subquery, so PostgreSQL calls it instead of copying it; these actions are most of the log.
        case when g.action in ('READ', 'COMMAND') then false else is_by_person(g.action, g.device_id, g.actor_id) end as by_person,
        salt_of(seed, g.device_id) as salt
      from given g join audit_heads h on h.device_id = g.device_id
      where g.place_in_device = round order by h.device_id for update of h
    ), timed as materialized (
      select *, clock_timestamp() as recorded_at,
        details_digest(salt, sized(case when by_person then actor_name else '' end) || f.details::text) as digest
      from found f
    ), chained as materialized (
      select *, keyed_audit_hash(device_id, sequence, recorded_at, actor_id, by_person, actor_name, action, subject, digest,
        previous_hash) as hash
      from timed
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
