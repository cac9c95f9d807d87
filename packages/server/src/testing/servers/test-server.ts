import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
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
import { buildApp } from '../../app/app.ts';
import { createServices } from '../../app/create-services.ts';
import type { Clock } from '../../core/clock.ts';
import { loadConfig, type Config } from '../../core/config/config.ts';
import { createLog } from '../../core/log.ts';
import type { Infrastructure } from '../../shared/infrastructure.ts';
import type { Services } from '../../shared/services/services.ts';
import { hashPassword } from '../../modules/accounts/password.ts';
import { createSession } from '../../shared/sessions/sessions.ts';
import { openVault, vaultKeyPath } from '../../core/vault.ts';
import { callEndpoint, type Answer } from '../call-endpoint.ts';
import { createTestScheduler, type TestScheduler } from '../test-scheduler.ts';
import { connectDatabase } from '../../core/database/connect.ts';
import { auditSettings } from '../../shared/schema/audit-key.ts';
import type { Schema } from '../../shared/schema/schema.ts';
import { borrowTestDatabase, type TestDatabase } from './test-database.ts';

/** A signed-in account. */
export interface TestAdmin {
  userId: number;
  username: string;
  password: string;
  token: string;
}

interface NewTestAdmin {
  role?: AdminRole;
  /** Access levels by permission, or one level for all permissions. */
  access?: Partial<Record<FeaturePermission, AccessLevel>> | AccessLevel;
  username?: string;
}

export interface TestServer {
  url: string;
  services: Services;
  /** Holds and moves the time of periodic jobs and timeouts. */
  scheduler: TestScheduler;
  /** Holds the time by which schedules start; null for the real time. */
  clock: TestClock;
  /** The DATABASE_URL of its database. */
  databaseUrl: string;
  /** A signed-in SUPER_ADMIN. */
  admin: TestAdmin;
  /** All log lines so far, at the most verbose level, as JSON texts. */
  logLines: string[];
  /** Calls an endpoint over HTTP, by default as the SUPER_ADMIN. Throws unless the response matches the contract. */
  api<E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string | null): Promise<Answer<E>>;
  createAdmin(admin?: NewTestAdmin): Promise<TestAdmin>;
  close(): Promise<void>;
}

/** The clock of a server under test. */
export interface TestClock extends Clock {
  hold(at: number | null): void;
}

function createTestClock(): TestClock {
  let held: number | null = null;
  return { now: () => held ?? Date.now(), hold: (at) => void (held = at) };
}

interface Overrides extends Partial<Config> {
  /** The folder of a console build. */
  consoleDist?: string;
  /** The folder of a companion build. */
  companionDist?: string;
  /** The folder of a build of the Termux companion; by default there is none. */
  termuxDist?: string;
  scheduler?: TestScheduler;
  /** The database of several servers; whoever passes it closes it. Without it, the server borrows one of this worker. */
  shared?: Pick<TestDatabase, 'db' | 'url'>;
  /** Parts that replace those of a single server. */
  infrastructure?: Partial<Pick<Infrastructure, 'server' | 'bus' | 'frames' | 'vault'>>;
  /** A server whose database and vault this one shares. Close this one first. */
  beside?: Pick<TestServer, 'databaseUrl' | 'services'>;
}

/** Connects to the database of another server under test. */
function joinDatabase({ databaseUrl, services: { vault } }: NonNullable<Overrides['beside']>) {
  const settings = auditSettings(vault.auditKey);
  return { ...connectDatabase<Schema>({ connectionString: databaseUrl }, { settings }), url: databaseUrl };
}

let vaultKey: Promise<string> | undefined;

/** The servers of a worker have the same key, because a database that they are lent one after the other keeps its connections. */
function workerVaultKey(): Promise<string> {
  vaultKey ??= mkdtemp(join(tmpdir(), 'fairwatch-key-')).then((dataDir) => {
    openVault({ dataDir });
    return vaultKeyPath({ dataDir });
  });
  return vaultKey;
}

/** Starts a whole server on a free port with its own database. Periodic jobs do not run; tests call them. */
export async function startTestServer({
  consoleDist,
  companionDist,
  termuxDist,
  scheduler = createTestScheduler(),
  shared,
  beside,
  infrastructure = {},
  ...config
}: Overrides = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairwatch-data-'));
  await copyFile(await workerVaultKey(), vaultKeyPath({ dataDir }));
  const vault = infrastructure.vault ?? beside?.services.vault ?? openVault({ dataDir });
  const joined = shared ? { ...shared, close: null } : beside && joinDatabase(beside);
  const { db, url: databaseUrl, close } = joined ?? (await borrowTestDatabase(vault.auditKey));
  const logLines: string[] = [];
  const whole = {
    ...loadConfig({ DATA_DIR: dataDir, PORT: '0', DEMO_DEVICES: '0', DEMO_HISTORY: 'off', MAP_SOURCE_URL: 'off' }),
    ...config,
  };
  const log: Services['log'] = createLog('trace', { write: (line) => void logLines.push(line) });
  const clock = createTestClock();
  const services = createServices({ config: whole, log, db, scheduler, clock, ...infrastructure, vault });
  const app = await buildApp(services, {
    console: consoleDist,
    companion: companionDist,
    termux: termuxDist ?? dataDir,
  });
  const url = await app.listen();
  const admin = await createTestAdmin(services, { role: 'SUPER_ADMIN' });
  return {
    url,
    services,
    scheduler,
    clock,
    databaseUrl,
    admin,
    logLines,
    api: (endpoint, input, token = admin.token) => callEndpoint(url, endpoint, input, token),
    createAdmin: (options) => createTestAdmin(services, options),
    close: async () => {
      await app.close();
      await close?.();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const password = 'secret-of-the-tests';
/** Cached, because hashing a password is slow on purpose. */
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
