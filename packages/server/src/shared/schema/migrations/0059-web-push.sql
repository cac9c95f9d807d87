-- The key pair by which push services know this installation (VAPID): at most one row. The private key is sealed with the vault.
create table web_push_keys (
  id boolean primary key default true check (id),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null default now()
);
