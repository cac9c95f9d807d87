import type {
  Capability,
  CommandType,
  RunAction,
  RunCounts,
  RunItemState,
  ScheduledAction,
  ScheduleTiming,
} from '@fairwatch/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A run: one action on one or more devices. */
export interface RunColumns {
  id: GeneratedAlways<number>;
  client_id: string;
  action: RunAction['action'];
  title: string;
  requested_by: number;
  schedule_id: number | null;
  schedule_name: string | null;
  reason: Generated<string>;
  devices: number;
  device_id: number | null;
  created_at: Generated<Date>;
  cancelled_at: Date | null;
  finished_at: Date | null;
  counts: ColumnType<RunCounts | null, string | null, string | null>;
  announced_at: Date | null;
  announce_after: Generated<Date>;
  bytes: Generated<number>;
}

/** An item of a run: one step on one device. */
export interface RunItemColumns {
  id: GeneratedAlways<number>;
  run_id: number;
  device_id: number;
  kind: 'COMMAND' | 'NOTIFY' | 'ASK' | 'END';
  command_type: CommandType | null;
  capability: Capability | null;
  params: ColumnType<Record<string, unknown>, string | undefined, string>;
  details: ColumnType<Record<string, unknown>, string | undefined, string>;
  state: Generated<RunItemState>;
  reason: Generated<string>;
  command_id: number | null;
  started_at: Date | null;
  finished_at: Date | null;
  requested_by: number | null;
  turn: Generated<number>;
}

/** A schedule, which starts runs. */
export interface ScheduleColumns {
  id: GeneratedAlways<number>;
  name: string;
  purpose: string;
  action: ColumnType<ScheduledAction, string, string>;
  title: string;
  timing: ColumnType<ScheduleTiming, string, string>;
  group_id: number | null;
  created_by: number;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
  paused_at: Date | null;
}
