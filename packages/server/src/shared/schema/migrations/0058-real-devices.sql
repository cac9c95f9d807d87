-- What a real phone tells about its client, and how it is reached while it is not connected.

alter table devices
  -- What kind of client it runs; null when it did not say.
  add column platform text,
  -- Which commands its client can carry out, and why not the others; null when it can carry out all of them.
  add column offers jsonb,
  -- Whether it has a row in push_subscriptions: kept by the triggers below, because lists sort by it.
  add column reachable boolean not null default false;

-- Where a person's browser can be reached by push while its page is closed.
create table push_subscriptions (
  device_id bigint primary key references devices on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  failed_at timestamptz
);

-- These lock the devices. Whoever adds or removes subscriptions locks them before, in the order of their ids, as everybody does who
-- changes something of a device: else two who do it at once can deadlock.
create function note_subscribed() returns trigger language plpgsql as $$
begin
  perform from devices d join changed on changed.device_id = d.id order by d.id for no key update of d;
  update devices d set reachable = tg_op = 'INSERT' from changed where d.id = changed.device_id;
  return null;
end $$;
create trigger push_subscriptions_added after insert on push_subscriptions
  referencing new table as changed for each statement execute function note_subscribed();
create trigger push_subscriptions_removed after delete on push_subscriptions
  referencing old table as changed for each statement execute function note_subscribed();

-- The order of the list by status: online, then reachable, then the rest.
drop index devices_status;
create index devices_status on devices (
  (case when gateway_node_id is not null then 2 when reachable then 1 else 0 end), id) where left_at is null;
create index devices_reachable on devices (id) where reachable and left_at is null;
