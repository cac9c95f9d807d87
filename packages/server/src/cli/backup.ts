import { makeBackup } from '../modules/installation/backup/make-backup.ts';
import { stopOnSignals } from '../modules/installation/backup/stop-on-signals.ts';
import { fileLine, tableLines } from '../modules/installation/backup/words.ts';
import { loadConfig } from '../core/config/config.ts';
import { runScript } from './run-script.ts';

/** Creates a backup, also of a running system. Returns false when stored files were already missing. */
async function run(into: string): Promise<boolean> {
  const { folder, tables, blobs, lost } = await makeBackup(loadConfig(process.env), into, {
    stop: stopOnSignals(),
  });
  process.stdout.write(`${tableLines(tables)}\n${fileLine(blobs)}\nBacked up to ${folder}\n`);
  for (const sha256 of lost) process.stderr.write(`Not in it, because the disk has lost or changed it: ${sha256}\n`);
  return lost.length === 0;
}

await runScript(() => run(process.argv[2] ?? './backups'));
