import { loadConfig, type Config } from '../core/config/config.ts';
import { openDatabaseBeside } from '../shared/schema/open-database.ts';
import { verifyLogs } from '../shared/audit/chain/verify-logs.ts';
import { runScript } from './run-script.ts';
import { StartError } from '../core/config/start-error.ts';
import { findVault, vaultKeyPath, type Vault } from '../core/vault.ts';

/** Verifies all logs, prints each fault, and then a summary. Returns true when there are no faults. */
async function run(): Promise<boolean> {
  const config = loadConfig(process.env);
  const { db, close } = await openDatabaseBeside(config);
  try {
    const findings = await verifyLogs({ db, vault: openExistingVault(config), config, isNamed: true, say });
    for (const { summary } of findings) say(summary);
    for (const line of proved) say(line);
    return findings.every(({ wrong }) => wrong === 0);
  } finally {
    await close();
  }
}

function openExistingVault(config: Config): Vault {
  const vault = findVault(config);
  if (vault !== null) return vault;
  throw new StartError(`${vaultKeyPath(config)} is missing: without this key the log cannot be verified.`);
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The explanation below the summary lines. */
const proved = [
  'What this shows: whoever could write to the database but did not have the key in DATA_DIR, and ran no code of their own inside',
  'PostgreSQL while the server wrote, has changed, moved or added no keyed entry, and removed none but at the end of a log.',
  'Against a cut end, and against whoever had the key: only what devices and the anchor file know, up to what they know.',
];

await runScript(run);
