-- How the server and its machine are doing, once a minute. All of it in bytes.
create table system_samples (
  sampled_at timestamptz primary key default now(),
  -- Of the server's process.
  memory bigint not null,
  -- Of the machine.
  ram_used bigint not null,
  ram_total bigint not null,
  -- Since the sample before.
  received bigint not null,
  sent bigint not null,
  uploaded bigint not null,
  -- Where the data folder lies.
  disk_free bigint not null,
  disk_total bigint not null
);
