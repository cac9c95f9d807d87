-- When somebody last began to send the bytes of this blob to S3; null once a row owns it, and for blobs on the disk of the server.
-- The bytes arrive before their owner is stored, so the sweep leaves the blob alone for a while.
alter table blobs add column touched_at timestamptz;

-- The parts of uploads that lie in S3, each received by one server. A part begins where the one before it ends.
create table upload_parts (
  -- A row of `uploads` or of `admin_uploads`.
  upload_id text not null,
  start bigint not null check (start >= 0),
  size bigint not null check (size > 0),
  key text not null,
  primary key (upload_id, start)
);
