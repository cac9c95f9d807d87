import path from 'node:path';
import type { OfferedTermux } from '@fairwatch/contract';
import { previousPath } from './replace-file.ts';
import type { RunningFile } from './running-file.ts';

/** What the person is told about another version before they decide. */
export function offerLines(running: RunningFile, offered: OfferedTermux): string[] {
  return [
    'The server offers another version of this program.',
    `Running: ${running.version}`,
    `SHA-256: ${running.sha256}`,
    `Offered: ${offered.version} (${Math.ceil(offered.size / 1000)} kB)`,
    `SHA-256: ${offered.sha256}`,
    'Nothing changes unless you say so.',
  ];
}

export const installQuestion = 'Download it and put it in the place of this one?';

/** What the person is told after they agreed. */
export function installedLines(running: RunningFile, offered: OfferedTermux): string[] {
  return [
    `Version ${offered.version} is in place. Start Fairwatch again to use it.`,
    `The file before it is kept as ${path.basename(previousPath(running.path))}.`,
  ];
}

/** The notification about another version. */
export const offerNotification = {
  title: 'Another version of Fairwatch',
  text: 'The server offers another version of this program. Open Fairwatch to compare the two. Nothing changes by itself.',
};
