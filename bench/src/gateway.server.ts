/** Our server, with a driver inside that sends commands by the same function as the Update endpoint. */
import { randomUUID } from 'node:crypto';
import { contacts } from '@fairwatch/contract';
import { buildApp } from '../../packages/server/src/app/app.ts';
import { createServices } from '../../packages/server/src/app/create-services.ts';
import { openBus } from '../../packages/server/src/app/open-bus.ts';
import { loadConfig } from '../../packages/server/src/core/config/config.ts';
import { prepareDataDir } from '../../packages/server/src/core/data-dir.ts';
import { openDatabase } from '../../packages/server/src/shared/schema/open-database.ts';
import { requestCommand } from '../../packages/server/src/modules/commands/commands.ts';
import type { Services } from '../../packages/server/src/shared/services/services.ts';
import type { Session } from '../../packages/server/src/shared/session.ts';
import { createLog } from '../../packages/server/src/core/log.ts';
import { createScheduler } from '../../packages/server/src/core/jobs/scheduler.ts';
import { openVault } from '../../packages/server/src/core/vault.ts';
import { ensureFirstAdmin } from '../../packages/server/src/modules/accounts/first-admin.ts';
import { findFirstSuperAdmin } from '../../packages/server/src/modules/accounts/accounts.store.ts';
import { Driver } from './core/driver.ts';
import { answerQuestions } from './core/measured-process.ts';

const config = loadConfig(process.env);
await prepareDataDir(config.dataDir);
const { db, close } = await openDatabase(config);
const log: Services['log'] = createLog(config.logLevel);
const server = { id: randomUUID(), name: config.serverName, isCluster: config.natsUrl !== null };
const scheduler = createScheduler(log);
const vault = openVault(config);
const bus = await openBus({ config, log, db, scheduler, server, vault });
const services = createServices({ config, log, db, server, scheduler, bus, vault });
const app = await buildApp(services);
await ensureFirstAdmin(db, config);
const owner = await findFirstSuperAdmin(db);
if (owner === null) throw new Error('There is no admin.');
const session: Session = {
  tokenHash: Buffer.alloc(32),
  userId: owner.id,
  username: owner.username,
  nickname: '',
  displayName: '',
  adminRole: 'SUPER_ADMIN',
  featureAccessDTOs: [{ featurePermission: contacts.permission, featureAccess: 'FULL_ACCESS' }],
};

const driver = new Driver((deviceId) => {
  const request = { session, deviceId, type: contacts.command, params: {}, endpoint: contacts.update };
  requestCommand(services, request).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
// Published once the rows and the step DONE are committed.
services.bus.subscribe('changed', ({ feature, deviceId }) => {
  if (feature === contacts.id && deviceId !== null) driver.answered(deviceId);
});

/** As the console would count them. */
async function connected(): Promise<number> {
  const { count } = await db
    .selectFrom('devices')
    .innerJoin('gateway_nodes', 'gateway_nodes.id', 'devices.gateway_node_id')
    .where('alive_until', '>', new Date())
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

await app.listen();
answerQuestions(driver, connected);
process.once('SIGTERM', async () => {
  await app.close();
  await bus.close();
  await close();
  process.exit(0);
});
