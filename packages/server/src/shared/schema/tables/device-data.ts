import type { Capability, LiveViewEnd } from '@fairwatch/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of device data. Generated from the schema: `migrations/README.md` says how. */
export interface DeviceDataTables {
  captures: {
    id: GeneratedAlways<number>;
    device_id: number;
    kind: 'PHOTO' | 'VIDEO' | 'VOICE' | 'CALL';
    command_id: number;
    requested_by: number;
    capability: Capability;
    sha256: string;
    duration_ms: number | null;
    camera: 'FRONT' | 'BACK' | null;
    captured_at: Generated<Date>;
  };
  device_row_counts: { device_id: number; kind: string; rows: number };
  live_viewers: {
    id: GeneratedAlways<number>;
    live_view_id: number;
    device_id: number;
    user_id: number;
    session_hash: Buffer | null;
    pass_hash: Buffer | null;
    pass_expires_at: Date;
    node_id: string | null;
    joined_at: Date | null;
    left_at: Date | null;
    pictures: Generated<number>;
  };
  live_views: {
    id: number;
    device_id: number;
    started_by: number;
    camera: 'FRONT' | 'BACK';
    sound: boolean;
    minutes: number;
    epoch: number;
    started_at: Generated<Date>;
    until: Date;
    ended_at: Date | null;
    ended_how: LiveViewEnd | null;
  };
  message_threads: {
    device_id: number;
    address: string;
    messages: number;
    unread: number;
    last_id: number;
    last_date: Date;
  };
}
