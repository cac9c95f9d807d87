import { makeBackup } from './core/backup/make-backup.ts';
import { stopOnSignals } from './core/backup/stop-on-signals.ts';
import { fileLine, tableLines } from './core/backup/words.ts';
import { loadConfig } from './core/config.ts';
import { runScript } from './core/run-script.ts';

/** Backs the system up, also while it runs. False when files were lost before we came. */
async function run(into: string): Promise<boolean> {
  const { folder, tables, blobs, lost } = await makeBackup(loadConfig(process.env), into, {
    stop: stopOnSignals(),
  });
  process.stdout.write(`${tableLines(tables)}\n${fileLine(blobs)}\nBacked up to ${folder}\n`);
  for (const sha256 of lost) process.stderr.write(`Not in it, because the disk has lost or changed it: ${sha256}\n`);
  return lost.length === 0;
}

await runScript(() => run(process.argv[2] ?? './backups'));
