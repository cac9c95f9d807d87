import { healthCheck } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setMaintenance } from '../../shared/settings/maintenance-mode.store.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const maintenance = async () => (await server.api(healthCheck, {}, null)).envelope.data.maintenance;

describe('the health check', () => {
  it('[SPEC 4.8, 7.8] GET client/v1/api/health/check/panel returns the maintenance flag, to anyone', async () => {
    expect(healthCheck.path).toBe('/client/v1/api/health/check/panel');
    expect(await maintenance()).toBe(false);
    await setMaintenance(server.services.db, true);
    expect(await maintenance()).toBe(true);
    await setMaintenance(server.services.db, false);
    expect(await maintenance()).toBe(false);
  });
});
