import { loadConfig } from './core/config.ts';
import { clusterExists } from './core/database/embedded-postgres.ts';
import { openDatabaseBeside } from './core/database/open-database.ts';
import { describeError } from './core/describe-error.ts';
import { isMaintenanceOn, setMaintenance } from './core/maintenance-mode.store.ts';
import { StartError } from './core/start-error.ts';

const usage = 'Usage: npm run maintenance -- on|off|status';

/** Switches maintenance mode, or tells whether it is on. */
async function run(command: string | undefined): Promise<string> {
  if (command !== 'on' && command !== 'off' && command !== 'status') throw new StartError(usage);
  const config = loadConfig(process.env);
  if (config.databaseUrl === null && !(await clusterExists(config.dataDir))) {
    throw new StartError(`There is no database in ${config.dataDir} yet. Start Fairwatch once first.`);
  }
  const { db, close } = await openDatabaseBeside(config);
  try {
    if (command !== 'status') await setMaintenance(db, command === 'on');
    return `Maintenance mode is ${(await isMaintenanceOn(db)) ? 'on' : 'off'}.`;
  } finally {
    await close();
  }
}

try {
  process.stdout.write(`${await run(process.argv[2])}\n`);
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
}
