-- Who is here now and who was, as numbers over time.

-- How many devices are online at a node, for each scope: counted by the gateway soon after they come and go. A trigger would
-- have to hold each of ten thousand devices against those who assign it.
create table online_counts (
  node uuid not null,
  scope bigint not null,
  devices bigint not null,
  primary key (node, scope)
);

-- How many people were seen in an hour, a day or a month (UTC).
create table active_users (
  scope bigint not null,
  period text not null check (period in ('hour', 'day', 'month')),
  starts_at timestamptz not null,
  people bigint not null,
  primary key (scope, period, starts_at)
);
create index active_users_age on active_users (period, starts_at);

-- The people of these devices were seen at this time: each counts once in every hour, day and month.
create function note_active(device_ids bigint[], seen timestamptz) returns void language sql as $$
  with before as (
    select p.scope, p.person, p.seen_at from fleet_people p
    where (p.scope, p.person) in (select m.scope, m.person from fleet_members m where m.device = any(device_ids))
      and (p.seen_at is null or p.seen_at < date_trunc('hour', seen, 'UTC'))
    order by p.scope, p.person for update
  ), noted as (
    update fleet_people p set seen_at = date_trunc('hour', seen, 'UTC') from before b
    where p.scope = b.scope and p.person = b.person returning b.scope, b.seen_at
  )
  insert into active_users as kept (scope, period, starts_at, people)
    select n.scope, t.period, date_trunc(t.period, seen, 'UTC'), count(*)
    from noted n cross join (values ('hour'), ('day'), ('month')) as t (period)
    where n.seen_at is null or n.seen_at < date_trunc(t.period, seen, 'UTC')
    group by n.scope, t.period order by n.scope, t.period
    on conflict (scope, period, starts_at) do update set people = kept.people + excluded.people
$$;
