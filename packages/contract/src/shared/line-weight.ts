import type { CommandType } from './command.ts';
import type { AuditDetails } from './log/audit-details.ts';
import type { LineWeight } from './log/log-entry.ts';

/** The parts of an entry by which it is weighed. */
export interface WeighedLine {
  action: string;
  /** Null once erased. */
  details: Readonly<AuditDetails> | null;
  /** The state of the command of a `COMMAND` entry; null when it is not known any more. */
  step?: string | null;
}

/** Commands that bring something to the phone or change it, by which nothing of it leaves. */
const takingNothing: ReadonlySet<string> = new Set<CommandType>([
  'RECEIVE_FILES',
  'CREATE_FOLDER',
  'RENAME_FILE',
  'DELETE_FILE',
]);

/** Commands that bring the bytes of a picture, a recording or a file. */
export const sendingCommands = [
  'SEND_FILE',
  'FETCH_MEDIA',
  'CAPTURE_PHOTO',
  'CAPTURE_VIDEO',
  'CAPTURE_VOICE',
  'RECORD_CALL',
] as const satisfies readonly CommandType[];

const heavyCommands: ReadonlySet<string> = new Set<CommandType>([
  ...sendingCommands,
  'LIVE_LOCATION',
  'LIVE_VIEW',
  'DELETE_FILE',
]);

const heavyActions: ReadonlySet<string> = new Set(['JOIN', 'END', 'LEAVE', 'DELETE', 'LIVE_LOCATION', 'LIVE_VIEW']);

/** True when something left the phone by it, or was taken along from what the server has of it. */
export function isTaking(line: WeighedLine): boolean {
  const { action, details } = line;
  switch (action) {
    case 'COMMAND':
      return wasDone(line) && !takingNothing.has(commandOf(line));
    case 'READ':
      return details?.how === 'EXPORT' || details?.how === 'SAVE';
    case 'ARCHIVE':
      return details?.['what'] === 'downloaded';
    case 'LIVE_LOCATION':
    case 'LIVE_VIEW':
      return true;
    default:
      return false;
  }
}

/** Weighs a line: files, live pictures, beginnings and ends before other changes and what has a name, and those before looks at lists. */
export function lineWeight(line: WeighedLine): LineWeight {
  const { action, details } = line;
  if (heavyActions.has(action)) return 'HIGH';
  if (action === 'COMMAND') return wasDone(line) && heavyCommands.has(commandOf(line)) ? 'HIGH' : 'MEDIUM';
  if (action !== 'READ') return 'MEDIUM';
  if (isTaking(line)) return 'HIGH';
  const isNamed = details?.object !== undefined || details?.search !== undefined;
  return isNamed && details?.how !== 'PREVIEW' && details?.how !== 'SEEN' ? 'MEDIUM' : 'LOW';
}

const commandOf = ({ details }: WeighedLine) => String(details?.['commandType'] ?? '');

/** A command of which nothing is known any more may have been done. */
const wasDone = ({ step = null }: WeighedLine) => step === null || step === 'DONE';
