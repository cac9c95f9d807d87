import { loadConfig } from '../core/config/config.ts';
import { openDatabaseBeside } from '../shared/schema/open-database.ts';
import { isMaintenanceOn, setMaintenance } from '../shared/settings/maintenance-mode.store.ts';
import { ownersCommand } from './owners-command.ts';
import { runScript } from './run-script.ts';
import { StartError } from '../core/config/start-error.ts';

const usage = `Usage: ${ownersCommand('maintenance', 'on|off|status')}`;

/** Switches maintenance mode, or prints whether it is on. */
async function run(command: string | undefined): Promise<boolean> {
  if (command !== 'on' && command !== 'off' && command !== 'status') throw new StartError(usage);
  const { db, close } = await openDatabaseBeside(loadConfig(process.env));
  try {
    if (command !== 'status') await setMaintenance(db, command === 'on');
    process.stdout.write(`Maintenance mode is ${(await isMaintenanceOn(db)) ? 'on' : 'off'}.\n`);
    return true;
  } finally {
    await close();
  }
}

await runScript(() => run(process.argv[2]));
