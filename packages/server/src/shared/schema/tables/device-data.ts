import type { Capability } from '@fairwatch/contract';
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
  message_threads: {
    device_id: number;
    address: string;
    messages: number;
    unread: number;
    last_id: number;
    last_date: Date;
  };
}
