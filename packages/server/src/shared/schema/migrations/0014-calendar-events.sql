create table calendar_events (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices on delete cascade,
  key text not null,
  title text not null,
  location text not null,
  start_date timestamptz not null,
  end_date timestamptz not null,
  description text not null,
  all_day boolean not null,
  received_at timestamptz not null default now(),
  unique (device_id, key)
);
create index calendar_events_start_date on calendar_events (device_id, start_date, id);
create index calendar_events_title on calendar_events (device_id, title collate natural_order, id);
create index calendar_events_location on calendar_events (device_id, location collate natural_order, id);
create index calendar_events_received on calendar_events (received_at);
