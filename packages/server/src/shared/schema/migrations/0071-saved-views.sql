-- How an admin wants to see a list: search, filters, sort and hidden columns, under a name. Until now each browser kept its own.
create table saved_views (
  user_id bigint not null references users on delete cascade,
  list text not null check (list ~ '^[a-z-]+$'),
  name text not null,
  -- The query string of the page.
  search text not null,
  hidden text[] not null,
  saved_at timestamptz not null default now(),
  primary key (user_id, list, name)
);
