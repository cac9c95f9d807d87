import type {
  Capability,
  CommandPhase,
  CommandType,
  RunAction,
  RunCounts,
  ScheduleTiming,
  ScheduledAction,
} from '@fairwatch/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The tables of commands. Generated from the schema: `migrations/README.md` says how. */
export interface CommandsTables {
  commands: {
    id: GeneratedAlways<number>;
    device_id: number;
    command_type: CommandType;
    step: Generated<'QUEUED' | 'SENT' | 'RUNNING' | 'DONE' | 'DECLINED' | 'FAILED' | 'EXPIRED' | 'CANCELLED'>;
    requested_by: number;
    created_at: Generated<Date>;
    sent_at: Date | null;
    running_at: Date | null;
    finished_at: Date | null;
    expires_at: Date;
    error_details: string | null;
    progress: number | null;
    params: ColumnType<Record<string, unknown>, string | undefined, string>;
    subject: Generated<string>;
    phase: 'ASKING' | 'SEEN' | 'COUNTDOWN' | 'RECORDING' | 'UPLOADING' | null;
    phases: Generated<CommandPhase[]>;
    details: ColumnType<Record<string, unknown>, string | undefined, string>;
    run_item_id: number | null;
  };
  run_items: {
    id: GeneratedAlways<number>;
    run_id: number;
    device_id: number;
    kind: 'COMMAND' | 'NOTIFY' | 'ASK' | 'END';
    command_type: CommandType | null;
    capability: Capability | null;
    params: ColumnType<Record<string, unknown>, string | undefined, string>;
    details: ColumnType<Record<string, unknown>, string | undefined, string>;
    state: Generated<'WAITING' | 'OPEN' | 'DONE' | 'DECLINED' | 'FAILED' | 'EXPIRED' | 'CANCELLED' | 'SKIPPED'>;
    reason: Generated<string>;
    command_id: number | null;
    started_at: Date | null;
    finished_at: Date | null;
    requested_by: number | null;
    turn: Generated<number>;
  };
  runs: {
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
  };
  schedule_devices: { schedule_id: number; device_id: number };
  schedule_times: { schedule_id: number; zone: string; next_at: Date | null };
  schedules: {
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
  };
}
