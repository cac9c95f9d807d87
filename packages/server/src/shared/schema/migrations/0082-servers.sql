-- What the owner is told about each server that uses this database.
alter table gateway_nodes
  add column name text not null default '',
  add column version text not null default '',
  -- Where this one server can be called, past the balancer; null when it does not know.
  add column address text,
  add column started_at timestamptz not null default now(),
  add column renewed_at timestamptz not null default now(),
  -- As of the last renewal: how many devices are connected, and by how much it came too late.
  add column devices integer not null default 0,
  add column lag_ms integer not null default 0;

-- Servers that have ended within the last day, so that the owner sees which one is missing.
create table ended_servers (
  id uuid primary key,
  name text not null,
  version text not null,
  address text,
  started_at timestamptz not null,
  renewed_at timestamptz not null,
  ended_at timestamptz not null default now(),
  devices integer not null,
  lag_ms integer not null,
  -- True when it was stopped; false when its lease ran out.
  was_stopped boolean not null
);

create function remember_ended_server() returns trigger language plpgsql as $$
begin
  delete from ended_servers where ended_at < now() - interval '1 day';
  insert into ended_servers (id, name, version, address, started_at, renewed_at, devices, lag_ms, was_stopped)
    values (old.id, old.name, old.version, old.address, old.started_at, old.renewed_at, old.devices, old.lag_ms,
      old.alive_until >= now())
    on conflict (id) do update set ended_at = excluded.ended_at, renewed_at = excluded.renewed_at,
      devices = excluded.devices, lag_ms = excluded.lag_ms, was_stopped = excluded.was_stopped;
  return null;
end $$;
create trigger gateway_nodes_ended after delete on gateway_nodes for each row when (old.name <> '')
  execute function remember_ended_server();
comment on trigger gateway_nodes_ended on gateway_nodes is
  'Remembers for a day which server has ended, whoever deletes its row: itself when it stops, or another one when its lease has run out.';

-- Counts everything and mends what differs; gives back how much did. What is counted and what is kept are seen at one
-- moment and the difference is added, so nobody has to stand still for it. Two at once would both add it: the second one
-- waits until the first has committed, and then finds no difference.
create or replace function recount_fleet() returns bigint language plpgsql as $$
declare
  mended_people bigint;
  mended_counts bigint;
begin
  -- `recount` of the lock keys.
  perform pg_advisory_xact_lock(5274321);
  with counted as (
    select scope, person, count(*)::integer as devices from fleet_members group by scope, person
  ), differs as (
    select scope, person, coalesce(c.devices, 0) - coalesce(k.devices, 0) as devices
    from counted c full join fleet_people k using (scope, person)
    where coalesce(c.devices, 0) <> coalesce(k.devices, 0)
  )
  insert into fleet_people as kept (scope, person, devices) select * from differs order by scope, person
    on conflict (scope, person) do update set devices = kept.devices + excluded.devices;
  get diagnostics mended_people = row_count;
  with counted as (
    select m.scope, v.kind, v.value, count(*) as amount
      from fleet_members m cross join lateral (values ('os', m.os), ('app', m.app)) as v (kind, value)
      group by m.scope, v.kind, v.value
    union all select scope, 'people', '', count(distinct person) from fleet_members group by scope
  ), kept as (
    select scope, kind, value, sum(amount)::bigint as amount from fleet_counts group by scope, kind, value
  ), differs as (
    select scope, kind, value, coalesce(c.amount, 0) - coalesce(k.amount, 0) as amount
    from counted c full join kept k using (scope, kind, value)
    where coalesce(c.amount, 0) <> coalesce(k.amount, 0)
  )
  -- A shard that no trigger uses.
  insert into fleet_counts as kept (scope, kind, value, shard, amount)
    select scope, kind, value, -1, amount from differs
    on conflict (scope, kind, value, shard) do update set amount = kept.amount + excluded.amount;
  get diagnostics mended_counts = row_count;
  return mended_people + mended_counts;
end $$;
