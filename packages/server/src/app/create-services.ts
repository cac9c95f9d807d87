import { randomUUID } from 'node:crypto';
import { createInProcessFrames } from '../core/bus/frame-relay.ts';
import { createInProcessBus } from '../core/bus/in-process-bus.ts';
import { systemClock } from '../core/clock.ts';
import { createDisk } from '../core/disk.ts';
import { createMail } from '../core/mail/mail.ts';
import { createJobs } from '../core/jobs/jobs.ts';
import { createScheduler } from '../core/jobs/scheduler.ts';
import { openVault } from '../core/vault.ts';
import { createAuditLog } from '../shared/audit/audit-log.ts';
import { createCommandQueue } from '../modules/commands/command-queue.ts';
import { createPolicyCache } from '../modules/consent/policies/use-policies.ts';
import { createContentKey } from '../modules/files/content/content-links.ts';
import { createFileStores } from '../modules/files/content/file-stores.ts';
import type { Infrastructure } from '../shared/infrastructure.ts';
import { createNotificationBatcher } from '../shared/notify/notification-batcher.ts';
import { createDeliveries } from '../modules/devices/runs/items/append-delivery.ts';
import { createPhoneTests } from '../modules/installation/phone-access/phone-tests.ts';
import { createAvailability } from '../shared/services/availability.ts';
import type { BusEvents } from '../shared/server-bus.ts';
import type { Services } from '../shared/services/services.ts';
import { createOpenTransfers } from '../shared/transfers/open-transfers.ts';
import { createFaceCache } from '../modules/installation/presets/face-cache.ts';
import { registerLocales } from '../shared/texts/register-locales.ts';
import { createPushSender } from '../shared/push/push-sender.ts';

/** What every server is given, and what a test, a bench or the demo's history replaces. */
type ServicesOptions = Pick<Infrastructure, 'config' | 'log' | 'db'> & Partial<Infrastructure>;

/** All of them, or none. */
type FileStores = Pick<Infrastructure, 'blobs' | 'uploadParts' | 'archiveFiles' | 'mapFiles'>;

/** True when the files are those of another server of this process. */
function isWithFiles(given: Partial<Infrastructure>): given is Partial<Infrastructure> & FileStores {
  return (
    given.blobs !== undefined &&
    given.uploadParts !== undefined &&
    given.archiveFiles !== undefined &&
    given.mapFiles !== undefined
  );
}

/** Builds the services of one server. Nothing that a server remembers is kept anywhere else. */
export function createServices({ config, log, db, ...given }: ServicesOptions): Services {
  const { dataDir } = config;
  registerLocales();
  const { blobs, uploadParts, archiveFiles, mapFiles } = isWithFiles(given) ? given : createFileStores(config, db);
  const scheduler = given.scheduler ?? createScheduler(log);
  const infrastructure: Infrastructure = {
    server: given.server ?? { id: randomUUID(), name: config.serverName, isCluster: config.natsUrl !== null },
    config,
    log,
    db,
    clock: given.clock ?? systemClock,
    scheduler,
    jobs: given.jobs ?? createJobs({ db, log, scheduler }),
    bus: given.bus ?? createInProcessBus<BusEvents>(log),
    frames: given.frames ?? createInProcessFrames(),
    blobs,
    uploadParts,
    archiveFiles,
    mapFiles,
    disk: given.disk ?? createDisk(dataDir),
    mail: given.mail ?? createMail(config, log),
    vault: given.vault ?? openVault(config),
  };
  return {
    ...infrastructure,
    availability: createAvailability(),
    transfers: createOpenTransfers(infrastructure),
    deviceEvents: createNotificationBatcher(infrastructure),
    push: createPushSender(infrastructure),
    auditLog: createAuditLog(infrastructure),
    commandQueue: createCommandQueue(db),
    deliveries: createDeliveries(infrastructure.bus),
    phoneTests: createPhoneTests(infrastructure),
    policies: createPolicyCache(infrastructure),
    face: createFaceCache(infrastructure),
    contentKey: createContentKey(db),
  };
}
