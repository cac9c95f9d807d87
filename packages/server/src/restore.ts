import { resolve } from 'node:path';
import { restoreBackup } from './core/backup/restore-backup.ts';
import { stopOnSignals } from './core/backup/stop-on-signals.ts';
import { fileLine, tableLines } from './core/backup/words.ts';
import { loadConfig } from './core/config.ts';
import { describeError } from './core/describe-error.ts';
import { StartError } from './core/start-error.ts';

/** Brings a backup onto an empty system. */
async function run(folder: string | undefined): Promise<string> {
  if (folder === undefined) throw new StartError('Usage: npm run restore -- <the folder of a backup>');
  const config = loadConfig(process.env);
  const { tables, blobs, madeAt } = await restoreBackup(config, resolve(folder), stopOnSignals());
  return `${tableLines(tables)}\n${fileLine(blobs)}\nRestored into ${config.dataDir}, as it was at ${madeAt}.
When Fairwatch starts, nothing is shown of a device or asked of it until it has connected and said what its person shares
now. Everybody signs in again, and passcodes that were not used have ended.\n`;
}

try {
  process.stdout.write(await run(process.argv[2]));
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
}
