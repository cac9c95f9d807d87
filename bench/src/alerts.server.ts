/** Our server without its socket: positions are stored as the answers of devices are, and the alert engine evaluates them. */
import { buildApp } from '../../packages/server/src/app/app.ts';
import { createServices } from '../../packages/server/src/app/create-services.ts';
import { loadConfig } from '../../packages/server/src/core/config/config.ts';
import { createLog } from '../../packages/server/src/core/log.ts';
import { ensureFirstAdmin } from '../../packages/server/src/modules/accounts/first-admin.ts';
import { openDatabase } from '../../packages/server/src/shared/schema/open-database.ts';
import type { Services } from '../../packages/server/src/shared/services/services.ts';
import { locationsTable } from '../../packages/server/src/modules/places/locations/locations.store.ts';
import type { DevicePositions } from './alerts.data.ts';

export interface Ingest {
  /** Stores positions of devices in one transaction, and says so. */
  store(positions: readonly DevicePositions[]): Promise<void>;
  rulesChanged(): void;
  stop(): Promise<void>;
}

export async function startIngest(env: Readonly<Record<string, string>>): Promise<Ingest> {
  const config = loadConfig(env);
  const { db, close } = await openDatabase(config);
  const log: Services['log'] = createLog(config.logLevel);
  const services = createServices({ config, log, db });
  const app = await buildApp(services);
  await ensureFirstAdmin(db, config);
  return {
    async store(positions) {
      await db.transaction().execute((transaction) => locationsTable.applyRows(transaction, positions));
      for (const { deviceId } of positions) services.bus.publish('changed', { feature: 'locations', deviceId });
    },
    rulesChanged: () => services.bus.publish('alertRulesChanged', {}),
    async stop() {
      await app.close();
      await close();
    },
  };
}
