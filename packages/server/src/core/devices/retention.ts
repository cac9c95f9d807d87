import { setTimeout as delay } from 'node:timers/promises';
import { capabilities, fileCapabilities, type Capability, type FileCapability } from '@fairwatch/contract';
import type { Services } from '../services.ts';
import { deleteDueRows, readRetention, whileAloneDeleting, type RetainedRows } from './retention.store.ts';
import type { RowTable } from './rows/row-table.ts';
import { tellDevices } from './tell-devices.ts';

/** One kind of data that is deleted after some days. Consents and the audit log are none: they are the proof. */
export interface RetainedKind extends RetainedRows {
  /**
   * The device feature's id, `files.` and a capability, `uploaded-files`, `commands`, `push-notifications`, `notifications`
   * or `tickets`. Also the word by which open pages learn that rows are gone.
   */
  kind: string;
  title: string;
  covers: string;
  defaultDays: number;
}

/** Where somebody was, what they wrote and what was captured of them is kept for less time than the rest. */
const shorterDays: Partial<Record<Capability, number>> = {
  LOCATION: 7,
  CAMERA: 30,
  MICROPHONE: 30,
  CALL_RECORDING: 30,
  SMS: 30,
};
const usualDays = 90;
/** What was asked and answered is looked up again for longer. */
const ticketDays = 365;

/** The files that devices send, where their days are set. */
const fileWords: Record<FileCapability, { title: string; covers: string }> = {
  GALLERY: { title: 'Files: photos and videos', covers: 'Previews, and the photos and videos that came in full.' },
  FILES: { title: 'Files: from the shared folder', covers: 'Files that were fetched from the folder a device shares.' },
  APPS: { title: 'Files: icons of apps', covers: 'The small pictures that stand beside the installed apps.' },
  CAMERA: { title: 'Files: from the camera', covers: 'Photos and videos that a device took when it was asked to.' },
  MICROPHONE: { title: 'Files: voice recordings', covers: 'Sound that a device recorded when it was asked to.' },
  CALL_RECORDING: { title: 'Files: call recordings', covers: 'Calls that a device recorded when it was asked to.' },
};

/** Every kind there is: one for each table of device data, the commands and tickets that have ended, and notifications. */
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
      kind: `files.${capability.toLowerCase()}`,
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
      covers: 'Commands that have ended: who asked for what, when, and how it went. The audit log keeps its own entry.',
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
      covers: 'What admins were told: who joined or left, what is shared, how commands and tickets went.',
      defaultDays: usualDays,
      table: 'notifications',
      since: 'created_at',
    },
    {
      kind: 'tickets',
      title: 'Tickets',
      covers: 'Tickets that were closed or cancelled, with their messages and files. Those that go on are kept.',
      defaultDays: ticketDays,
      table: 'tickets',
      since: 'finished_at',
    },
  ];
}

/** `call-logs` reads "Call logs". */
function titleOf(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');
}

interface Pace {
  rowsPerStep?: number;
  pauseMs?: number;
  /** Ends the run after the step it is at. */
  signal?: AbortSignal;
}

/** Deletes what has had its days, in small steps with a pause after each, so that nobody waits for it. */
export async function applyRetention(
  services: Services,
  tables: readonly RowTable[],
  { rowsPerStep = 1000, pauseMs = 50, signal }: Pace = {},
): Promise<void> {
  await whileAloneDeleting(services.db, async (db) => {
    for (const kept of retainedKinds(tables)) {
      for (;;) {
        if (signal?.aborted) return;
        // Asked for before each step: days that were just raised save what is left.
        const days = (await readRetention(db)).get(kept.kind)?.days ?? kept.defaultDays;
        const deviceIds = await deleteDueRows(db, kept, days, rowsPerStep);
        if (deviceIds.length > 0) tell(services, kept.kind, deviceIds);
        if (deviceIds.length < rowsPerStep) break;
        await delay(pauseMs, undefined, signal && { signal }).catch(() => undefined);
      }
    }
  });
}

function tell({ bus, log }: Services, kind: string, deviceIds: readonly (number | null)[]): void {
  log.info({ kind, rows: deviceIds.length }, 'rows deleted after their days');
  tellDevices(bus, kind, deviceIds);
}
