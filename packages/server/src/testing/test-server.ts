import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  featurePermissions,
  type AccessLevel,
  type AdminRole,
  type Endpoint,
  type FeaturePermission,
  type InputOf,
} from '@fairwatch/contract';
import { buildApp } from '../app.ts';
import { createDisk } from '../core/blobs/disk.ts';
import { createFileBlobs } from '../core/blobs/file-blobs.ts';
import { createOpenTransfers } from '../core/blobs/open-transfers.ts';
import { createInProcessBus } from '../core/bus.ts';
import { systemClock } from '../core/clock.ts';
import { loadConfig, type Config } from '../core/config.ts';
import { createLog } from '../core/log.ts';
import { createMail } from '../core/mail/mail.ts';
import { createNewsDesk } from '../core/notifications/news-desk.ts';
import type { Services } from '../core/services.ts';
import { hashPassword } from '../core/session/password.ts';
import { createSession } from '../core/session/sessions.ts';
import { openVault } from '../core/vault.ts';
import { createPushSender } from '../core/web-push/push-sender.ts';
import { callEndpoint, type Answer } from './call-endpoint.ts';
import { createTestDatabase } from './test-database.ts';
import { withoutMinutes } from './without-minutes.ts';

/** A signed-in account. */
export interface TestAdmin {
  userId: number;
  username: string;
  password: string;
  token: string;
}

interface NewTestAdmin {
  role?: AdminRole;
  /** Feature access by permission, or one level for all. */
  access?: Partial<Record<FeaturePermission, AccessLevel>> | AccessLevel;
  username?: string;
}

export interface TestServer {
  url: string;
  services: Services;
  /** Its database as a DATABASE_URL. */
  databaseUrl: string;
  /** A SUPER_ADMIN. */
  admin: TestAdmin;
  /** Everything logged so far, at the most talkative level, one JSON text each. */
  logLines: string[];
  /** Calls an endpoint over HTTP, as the SUPER_ADMIN unless told otherwise. The answer is checked by the contract. */
  api<E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string | null): Promise<Answer<E>>;
  createAdmin(admin?: NewTestAdmin): Promise<TestAdmin>;
  close(): Promise<void>;
}

interface Overrides extends Partial<Config> {
  /** A folder with a built console. */
  consoleDist?: string;
  /** A folder with a built companion. */
  companionDist?: string;
}

/** A whole server on a free port, with a database of its own. What it would do once a minute, it leaves to the test. */
export async function startTestServer({ consoleDist, companionDist, ...config }: Overrides = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairwatch-data-'));
  const vault = openVault(dataDir);
  const database = await createTestDatabase({ auditKeys: vault.auditKey });
  const logLines: string[] = [];
  const whole = { ...loadConfig({ DATA_DIR: dataDir, PORT: '0', DEMO_DEVICES: '0', DEMO_HISTORY: 'off' }), ...config };
  const log = createLog('trace', { write: (line) => void logLines.push(line) });
  const bus = createInProcessBus();
  const services: Services = {
    config: whole,
    clock: systemClock,
    log,
    db: database.db,
    bus,
    blobs: createFileBlobs(dataDir),
    disk: createDisk(dataDir),
    transfers: createOpenTransfers({ bus, log }),
    mail: createMail(whole, log),
    vault,
    news: createNewsDesk({ db: database.db, bus, log }),
    push: createPushSender({ db: database.db, bus, log, vault, config: whole }),
  };
  const app = await withoutMinutes(() => buildApp(services, { console: consoleDist, companion: companionDist }));
  const url = await app.listen();
  const admin = await createTestAdmin(services, { role: 'SUPER_ADMIN' });
  return {
    url,
    services,
    databaseUrl: database.url,
    admin,
    logLines,
    api: (endpoint, input, token = admin.token) => callEndpoint(url, endpoint, input, token),
    createAdmin: (options) => createTestAdmin(services, options),
    close: async () => {
      await app.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const password = 'secret-of-the-tests';
/** Made once: it costs what a password ought to cost. */
let passwordHash: Promise<string> | undefined;

async function createTestAdmin(
  services: Services,
  { role = 'ADMIN', access = {}, username = `admin-${randomBytes(5).toString('hex')}` }: NewTestAdmin = {},
): Promise<TestAdmin> {
  passwordHash ??= hashPassword(password);
  const { id: userId } = await services.db
    .insertInto('users')
    .values({ username, password_hash: await passwordHash, user_type: 'ADMIN', admin_role: role })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entries = featurePermissions.flatMap((feature_permission) => {
    const feature_access = typeof access === 'string' ? access : access[feature_permission];
    return feature_access === undefined ? [] : [{ user_id: userId, feature_permission, feature_access }];
  });
  if (entries.length > 0) await services.db.insertInto('feature_access').values(entries).execute();
  const session = { userId, remembered: false, address: '127.0.0.1', userAgent: 'test' };
  const { token } = await createSession(services, session);
  return { userId, username, password, token };
}
