import { limits } from '@fairwatch/contract';
import { deviceTables } from '../../../packages/server/src/device-features.ts';
import { retainedKinds } from '../../../packages/server/src/modules/device-data/retention/retention.ts';

const day = 24 * 60 * 60 * 1000;
const days = (ms: number) => `${ms / day} days`;
const evidence = 'evidence, kept on purpose; who leaves takes along what names them';
const tombstone = 'a row without a name for each who has left, for the log';

/** What ends the growth of a table that is not among the retained kinds: the jobs of housekeeping, and evidence, which is kept on purpose. */
const others: Readonly<Record<string, string>> = {
  audit_entries: evidence,
  consents: evidence,
  devices: tombstone,
  users: tombstone,
  access_entries: 'evidence of what was read over all devices, kept on purpose',
  runs: days(limits.run.keptMs),
  run_items: `${days(limits.run.keptMs)}, with their run`,
  alerts: days(limits.alert.keptMs),
  live_sessions: 'with their command',
  sessions: `${days(limits.session.absoluteMs)}, or ${days(limits.session.rememberedMs)} when remembered`,
  passcodes: `${days(limits.passcode.unusedAfterExpiryMs)} after they expired`,
  uploads: 'until the file is whole, or for a day',
  admin_uploads: 'until the file is whole, or for a day',
};

/** What ends the growth of each table. A table that is not in here must not grow. */
export function boundsOfTables(): Map<string, string> {
  const retained = retainedKinds(deviceTables).map(
    ({ table, defaultDays }) => [table, `${defaultDays} days by default`] as const,
  );
  return new Map([...retained, ...Object.entries(others)]);
}
