-- ==== places ====

-- Rules about a time of day are about a zone too.
do $$
declare
  name text;
begin
  select conname into strict name from pg_constraint
  where conrelid = 'alert_rules'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%ENTERS_ZONE%';
  execute format('alter table alert_rules drop constraint %I', name);
end $$;
alter table alert_rules add constraint alert_rules_zone
  check ((zone_id is not null) = (event in ('ENTERS_ZONE', 'LEAVES_ZONE', 'NOT_ARRIVED', 'LEFT_BEFORE')));

-- Up to which time a rule about not arriving has been checked, by whichever server was first.
create table alert_deadlines (
  rule_id bigint primary key references alert_rules on delete cascade,
  deadline timestamptz not null
);
