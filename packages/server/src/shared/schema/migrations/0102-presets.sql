-- ==== settings ====

-- Who this installation is for. One that has accounts was made before presets: it goes on as it was. An empty one is asked at its first sign-in.
insert into settings (key, value) select 'preset', '"everything"' where exists (select from users) on conflict do nothing;

-- ==== tickets ====

-- Presets offer categories that fit the phones of a family, a school or a fleet.
alter table tickets drop constraint tickets_category_check, add constraint tickets_category_check
  check (category in ('SUPPORT', 'VPN_ISSUE', 'REGISTRATION', 'GENERAL', 'BILLING', 'OTHER', 'MY_PHONE', 'LOST'));
