/** Our server as it is, with a driver inside that asks devices through the same door as the Update endpoint. */
import { contacts } from '@fairwatch/contract';
import { buildApp } from '../../packages/server/src/app.ts';
import { createDisk } from '../../packages/server/src/core/blobs/disk.ts';
import { createFileBlobs } from '../../packages/server/src/core/blobs/file-blobs.ts';
import { createOpenTransfers } from '../../packages/server/src/core/blobs/open-transfers.ts';
import { createInProcessBus } from '../../packages/server/src/core/bus.ts';
import { systemClock } from '../../packages/server/src/core/clock.ts';
import { loadConfig } from '../../packages/server/src/core/config.ts';
import { openDatabase } from '../../packages/server/src/core/database/open-database.ts';
import { requestCommand } from '../../packages/server/src/core/devices/commands/commands.ts';
import type { Session } from '../../packages/server/src/core/http/route.ts';
import { createLog } from '../../packages/server/src/core/log.ts';
import { createMail } from '../../packages/server/src/core/mail/mail.ts';
import { createNewsDesk } from '../../packages/server/src/core/notifications/news-desk.ts';
import type { Services } from '../../packages/server/src/core/services.ts';
import { ensureFirstAdmin } from '../../packages/server/src/core/session/first-admin.ts';
import { findFirstSuperAdmin } from '../../packages/server/src/core/session/accounts.store.ts';
import { openVault } from '../../packages/server/src/core/vault.ts';
import { createPushSender } from '../../packages/server/src/core/web-push/push-sender.ts';
import { Driver } from './core/driver.ts';
import { answerQuestions } from './core/measured-process.ts';

const config = loadConfig(process.env);
const { db, close } = await openDatabase(config);
const log = createLog(config.logLevel);
const bus = createInProcessBus();
const vault = openVault(config.dataDir);
const services: Services = {
  config,
  clock: systemClock,
  log,
  db,
  bus,
  disk: createDisk(config.dataDir),
  transfers: createOpenTransfers({ bus, log }),
  blobs: createFileBlobs(config.dataDir),
  mail: createMail(config, log),
  vault,
  news: createNewsDesk({ db, bus, log }),
  push: createPushSender({ db, bus, log, vault, config }),
};
const app = await buildApp(services);
await ensureFirstAdmin(db, config);
const owner = await findFirstSuperAdmin(db);
if (owner === null) throw new Error('There is no admin.');
const session: Session = {
  tokenHash: Buffer.alloc(32),
  userId: owner.id,
  username: owner.username,
  adminRole: 'SUPER_ADMIN',
  featureAccessDTOs: [{ featurePermission: contacts.permission, featureAccess: 'FULL_ACCESS' }],
};

const driver = new Driver((deviceId) => {
  const wish = { session, deviceId, type: contacts.command, params: {}, asked: contacts.update };
  requestCommand(services, wish).catch((error: unknown) => {
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
  await close();
  process.exit(0);
});
