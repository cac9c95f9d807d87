-- What a command carries beside its type.
alter table commands add column params jsonb not null default '{}';
