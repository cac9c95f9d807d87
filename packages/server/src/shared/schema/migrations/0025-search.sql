-- The search within one device's rows, for the kinds of which a device may have many.
create index call_logs_search on call_logs using gin (
  device_id, (coalesce(name, '') || E'\n' || coalesce(phone_number, '')) gin_trgm_ops
);
create index calendar_events_search on calendar_events using gin (
  device_id, (coalesce(title, '') || E'\n' || coalesce(location, '') || E'\n' || coalesce(description, '')) gin_trgm_ops
);
create index locations_search on locations using gin (
  device_id, (coalesce(address, '') || E'\n' || coalesce(nickname, '')) gin_trgm_ops
);
