import { setTimeout as delay } from 'node:timers/promises';
import {
  capabilities,
  changedFeatures,
  fileCapabilities,
  type Capability,
  type ChangedFeature,
  type FileCapability,
} from '@fairwatch/contract';
import type { Services } from '../../../shared/services/services.ts';
import { whileAlone } from '../../../core/database/while-alone.ts';
import { lockKeys } from '../../../core/database/lock-keys.ts';
import { deleteDueRows, readRetention, type RetainedRows } from './retention.store.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';

/** One kind of data that is deleted after some days. Consents and the audit log are not, because they are the evidence. */
export interface RetainedKind extends RetainedRows {
  /** Stored with its days. Open pages load a list again when rows of its kind are deleted. */
  kind: ChangedFeature | 'uploaded-files' | `files.${Lowercase<FileCapability>}`;
  title: string;
  covers: string;
  defaultDays: number;
}

/** Default days of sensitive data: location, messages and captures are kept for less time than the rest. */
const shorterDays: Partial<Record<Capability, number>> = {
  LOCATION: 7,
  CAMERA: 30,
  MICROPHONE: 30,
  CALL_RECORDING: 30,
  SMS: 30,
};
const usualDays = 90;
/** Tickets are kept longer, because people look up earlier answers. */
const ticketDays = 365;

/** The texts for files of devices on the retention page. */
const fileWords: Record<FileCapability, { title: string; covers: string }> = {
  GALLERY: { title: 'Files: photos and videos', covers: 'Previews, and the photos and videos that came in full.' },
  FILES: { title: 'Files: from the shared folder', covers: 'Files that were fetched from the folder a device shares.' },
  APPS: { title: 'Files: icons of apps', covers: 'The small pictures that stand beside the installed apps.' },
  CAMERA: { title: 'Files: from the camera', covers: 'Photos and videos that a device took when it was asked to.' },
  MICROPHONE: { title: 'Files: voice recordings', covers: 'Sound that a device recorded when it was asked to.' },
  CALL_RECORDING: { title: 'Files: call recordings', covers: 'Calls that a device recorded when it was asked to.' },
};

/** Lists every kind: one for each table of device data, files, ended commands and tickets, and notifications. */
export function retainedKinds(tables: readonly RowTable[]): RetainedKind[] {
  return [
    ...tables.map(({ feature, name }) => ({
      kind: feature.id,
      title: titleOf(feature.id),
      covers: `In the words of the notice: “${capabilities[feature.capability].shares}”`,
      defaultDays: shorterDays[feature.capability] ?? usualDays,
      table: name,
      since: 'received_at' as const,
    })),
    ...fileCapabilities.map((capability) => ({
      kind: `files.${capability.toLowerCase() as Lowercase<FileCapability>}` as const,
      title: fileWords[capability].title,
      covers: fileWords[capability].covers,
      defaultDays: shorterDays[capability] ?? usualDays,
      table: 'device_blobs',
      since: 'received_at' as const,
      capability,
    })),
    {
      kind: 'uploaded-files',
      title: 'Files: for the shared folder',
      covers: 'Files that admins uploaded for a device. What is on the device already stays there.',
      defaultDays: usualDays,
      table: 'uploaded_files',
      since: 'received_at',
    },
    {
      kind: 'commands',
      title: 'Command history',
      covers: 'Commands that have ended: who asked for what, when, and how it went. The log keeps its own entry.',
      defaultDays: usualDays,
      table: 'commands',
      since: 'finished_at',
    },
    {
      kind: 'push-notifications',
      title: 'Notifications to devices',
      covers: 'Messages that were sent to the people of devices, and whether they were seen.',
      defaultDays: usualDays,
      table: 'push_notifications',
      since: 'created_at',
    },
    {
      kind: 'notifications',
      title: 'Notifications of admins',
      covers: 'What admins were told: who joined or left, what is shared, how commands and requests for help went.',
      defaultDays: usualDays,
      table: 'notifications',
      since: 'created_at',
    },
    {
      kind: 'tickets',
      title: 'Requests for help',
      covers: 'Requests that were closed or cancelled, with their messages and files. Those that go on are kept.',
      defaultDays: ticketDays,
      table: 'tickets',
      since: 'finished_at',
    },
  ];
}

/** The kinds of retention that are about one kind of data. */
export function retainedCapabilities(tables: readonly RowTable[]): { kind: string; capability: Capability }[] {
  return [
    ...tables.map(({ feature }) => ({ kind: feature.id, capability: feature.capability })),
    ...fileCapabilities.map((capability) => ({ kind: `files.${capability.toLowerCase()}`, capability })),
    { kind: 'uploaded-files', capability: 'FILES' },
    { kind: 'push-notifications', capability: 'NOTIFICATIONS' },
  ];
}

/** Turns `call-logs` into "Call logs". */
function titleOf(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');
}

interface Pace {
  rowsPerStep?: number;
  pauseMs?: number;
  /** Ends the run after the current step. */
  signal?: AbortSignal;
}

/** Deletes due data in small steps with a pause after each, so that nobody waits for its locks. */
export async function applyRetention(
  services: Services,
  tables: readonly RowTable[],
  { rowsPerStep = 1000, pauseMs = 50, signal }: Pace = {},
): Promise<void> {
  await whileAlone(services.db, lockKeys.retention, async (db) => {
    for (const kept of retainedKinds(tables)) {
      for (;;) {
        if (signal?.aborted) return;
        // The setting is read before each step, so that days which were just raised save the remaining rows.
        const days = (await readRetention(db)).get(kept.kind)?.days ?? kept.defaultDays;
        const deviceIds = await deleteDueRows(db, kept, days, rowsPerStep);
        if (deviceIds.length > 0) reportDeleted(services, kept.kind, deviceIds);
        if (deviceIds.length < rowsPerStep) break;
        await delay(pauseMs, undefined, signal && { signal }).catch(() => undefined);
      }
    }
  });
}

function reportDeleted(
  { bus, log }: Services,
  kind: RetainedKind['kind'],
  deviceIds: readonly (number | null)[],
): void {
  log.info(
    { event: 'retention.rows_deleted', kind, rows: deviceIds.length },
    'Deleted rows after their retention period',
  );
  // No list of the console shows the stored files themselves.
  const changed = changedFeatures.find((feature) => feature === kind);
  if (changed !== undefined) publishChanges(bus, changed, deviceIds);
}
