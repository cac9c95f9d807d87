-- Several servers may use one database, and each stores its own samples.
alter table system_samples
  -- The owner's name for the server that took it (SERVER_NAME); empty for samples from before it was stored.
  add column server text not null default '',
  drop constraint system_samples_pkey,
  add primary key (sampled_at, server);
