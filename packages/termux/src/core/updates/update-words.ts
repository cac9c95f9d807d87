import path from 'node:path';
import type { OfferedTermux } from '@fairwatch/contract';
import { previousPath } from './replace-file.ts';
import type { RunningFile } from './running-file.ts';
import { programText } from '../texts/program.texts.ts';

/** What the person is told about another version before they decide. */
export function offerLines(running: RunningFile, offered: OfferedTermux): string[] {
  return programText.list('update.offer', {
    running: running.version,
    runningHash: running.sha256,
    offered: offered.version,
    size: Math.ceil(offered.size / 1000),
    offeredHash: offered.sha256,
  });
}

/** What the person is told after they agreed. */
export function installedLines(running: RunningFile, offered: OfferedTermux): string[] {
  const previous = path.basename(previousPath(running.path));
  return programText.list('update.installed', { version: offered.version, previous });
}
