-- The connection epoch of a device: a number that rises whenever another server takes it over. A server notes the epoch with each
-- connection and writes what came over it only while the number is the same, so a server that was stalled cannot write anything of a
-- device that has moved on. `epoch_server_id` is the server that the epoch belongs to. It stays when the device goes offline: a device
-- that comes back to the same server keeps its epoch, so the frames of its earlier connection are still accepted in their order.
alter table devices add column connection_epoch bigint not null default 0, add column epoch_server_id uuid;
