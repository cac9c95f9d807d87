-- ==== commands ====

-- A person's "no" is an end of its own, and while they are asked the device says so.
alter table commands drop constraint commands_step_check;
alter table commands add constraint commands_step_check check (step in ('QUEUED', 'SENT', 'RUNNING', 'DONE', 'DECLINED',
  'FAILED', 'EXPIRED', 'CANCELLED'));
alter table commands drop constraint commands_phase_check;
alter table commands add constraint commands_phase_check check (phase in ('ASKING', 'SEEN', 'COUNTDOWN', 'RECORDING',
  'UPLOADING'));
alter table run_items drop constraint run_items_state_check;
alter table run_items add constraint run_items_state_check check (state in ('WAITING', 'OPEN', 'DONE', 'DECLINED',
  'FAILED', 'EXPIRED', 'CANCELLED', 'SKIPPED'));
