-- A rule that tells admins when something happens to devices: for all in its creator's scope unless it names a group or a device.
create table alert_rules (
  id bigint generated always as identity primary key,
  name text not null,
  purpose text not null,
  event text not null,
  condition jsonb not null,
  -- What the person must share for the rule to hear of their device; null for nothing.
  capability text,
  zone_id bigint references zones (id),
  group_id bigint references groups (id),
  device_id bigint references devices (id) on delete cascade,
  created_by bigint not null references users (id),
  by_mail boolean not null,
  -- The hours in which nobody is told; null for none.
  quiet jsonb,
  is_on boolean not null,
  -- What was before is not told: a device that is in a zone when the rule is switched on has not entered it.
  on_since timestamptz not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (group_id is null or device_id is null),
  check ((zone_id is not null) = (event in ('ENTERS_ZONE', 'LEAVES_ZONE')))
);
create index alert_rules_of_admin on alert_rules (created_by);
create index alert_rules_of_zone on alert_rules (zone_id) where zone_id is not null;
create index alert_rules_of_group on alert_rules (group_id) where group_id is not null;
create index alert_rules_of_device on alert_rules (device_id) where device_id is not null;

-- Whom a rule tells, its creator among them.
create table alert_recipients (
  rule_id bigint not null references alert_rules (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  primary key (rule_id, user_id)
);
create index alert_recipients_user on alert_recipients (user_id);

-- What rules have told. One that has no end, such as an app that appeared, ends when it begins.
create table alerts (
  id bigint generated always as identity primary key,
  rule_id bigint references alert_rules (id) on delete set null,
  rule_name text not null,
  event text not null,
  capability text,
  device_id bigint not null references devices (id) on delete cascade,
  words text not null,
  -- What makes an event without an end unique, such as the run that failed; empty for what lasts.
  occurrence text not null default '',
  began_at timestamptz not null,
  ended_at timestamptz,
  -- Set in the transaction that stores the notifications, so that each is told once; also set when nobody is to be told.
  told_at timestamptz,
  over_told_at timestamptz,
  acknowledged_by bigint references users (id),
  acknowledged_at timestamptz,
  recorded_at timestamptz not null default now()
);
create unique index alerts_open on alerts (rule_id, device_id) where ended_at is null;
create unique index alerts_occurrence on alerts (rule_id, device_id, occurrence) where occurrence <> '';
create index alerts_of_device on alerts (device_id, id);
create index alerts_of_rule on alerts (rule_id, id);
create index alerts_recorded on alerts (recorded_at);
create index alerts_due on alerts (id) where told_at is null or over_told_at is null;

-- Who may read an alert: the creator and the recipients of its rule when it began.
create table alert_readers (
  user_id bigint not null references users (id) on delete cascade,
  alert_id bigint not null references alerts (id) on delete cascade,
  primary key (user_id, alert_id)
);
create index alert_readers_alert on alert_readers (alert_id);

-- Whether a device is in a zone of a rule, and the time of the point that said so. Written when it crosses the border.
create table zone_presence (
  device_id bigint not null references devices (id) on delete cascade,
  zone_id bigint not null references zones (id) on delete cascade,
  inside boolean not null,
  since timestamptz not null,
  primary key (device_id, zone_id)
);
create index zone_presence_zone on zone_presence (zone_id);

-- Up to which point the zones of a device have been evaluated, and when. Written now and then, and when the server stops.
create table alert_positions (
  device_id bigint primary key references devices (id) on delete cascade,
  point_at timestamptz not null,
  evaluated_at timestamptz not null
);

-- Apps that appeared or went with an Update and of which the rules have not heard yet.
create table app_changes (
  id bigint generated always as identity primary key,
  device_id bigint not null references devices (id) on delete cascade,
  gone boolean not null,
  name text not null,
  package_name text not null,
  changed_at timestamptz not null default now()
);
create index app_changes_device on app_changes (device_id);
create index alerts_unacknowledged on alerts (id) where acknowledged_at is null;
