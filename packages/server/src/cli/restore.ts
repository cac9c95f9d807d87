import { resolve } from 'node:path';
import { restoreBackup } from '../modules/installation/backup/restore-backup.ts';
import { stopOnSignals } from '../modules/installation/backup/stop-on-signals.ts';
import { fileLine, tableLines } from '../modules/installation/backup/words.ts';
import { loadConfig } from '../core/config/config.ts';
import { ownersCommand } from './owners-command.ts';
import { runScript } from './run-script.ts';
import { StartError } from '../core/config/start-error.ts';

/** Restores a backup into an empty system. */
async function run(folder: string | undefined): Promise<boolean> {
  if (folder === undefined) throw new StartError(`Usage: ${ownersCommand('restore', '<the folder of a backup>')}`);
  const config = loadConfig(process.env);
  const { tables, blobs, madeAt } = await restoreBackup(config, resolve(folder), stopOnSignals());
  const whatNow = `When Fairwatch starts, nothing is shown of a device or asked of it until it has connected and said what its person shares
now. Everybody signs in again, and passcodes that were not used have ended.`;
  process.stdout.write(`${tableLines(tables)}\n${fileLine(blobs)}\n`);
  process.stdout.write(`Restored into ${config.dataDir}, as it was at ${madeAt}.\n${whatNow}\n`);
  return true;
}

await runScript(() => run(process.argv[2]));
