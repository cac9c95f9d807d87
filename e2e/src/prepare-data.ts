/** Starts a server once and keeps its data folder, which the journeys' servers copy. `npm test` runs it beside the unit tests. */
import { mkdir, rm } from 'node:fs/promises';
import { journeysData } from '../../scripts/core/paths.ts';
import { copyFolder, createFairwatch } from './fairwatch.ts';

const fairwatch = await createFairwatch({ devices: 0 });
try {
  await fairwatch.start();
  await fairwatch.halt();
  await rm(journeysData, { recursive: true, force: true });
  await mkdir(journeysData, { recursive: true });
  await copyFolder(fairwatch.dataDir, journeysData);
} finally {
  await fairwatch.remove();
}
