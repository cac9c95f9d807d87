import type { Generated } from 'kysely';

/** The tables of metrics. Generated from the schema: `migrations/README.md` says how. */
export interface MetricsTables {
  active_users: { scope: number; period: 'hour' | 'day' | 'month'; starts_at: Date; people: number };
  fleet_counts: { scope: number; kind: 'os' | 'app' | 'people'; value: string; shard: number; amount: number };
  fleet_people: { scope: number; person: number; devices: number; seen_at: Date | null };
  online_counts: { node: string; scope: number; devices: number };
  system_samples: {
    sampled_at: Generated<Date>;
    memory: number;
    ram_used: number;
    ram_total: number;
    received: number;
    sent: number;
    uploaded: number;
    disk_free: number;
    disk_total: number;
    server: Generated<string>;
  };
}
