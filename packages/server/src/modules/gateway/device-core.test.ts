import { openBrowserSocket, openWsSocket } from '@fairwatch/device';
import { coreScenarios, type ScenarioSetup } from '@fairwatch/device/core-scenarios';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../../testing/servers/cutting-proxy.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();
let proxy: CuttingProxy;
beforeAll(async () => {
  proxy = await startCuttingProxy(server.url);
});
afterAll(() => proxy.close());

const setup = (openSocket: ScenarioSetup['openSocket']): ScenarioSetup => ({
  serverUrl: proxy.url,
  adminToken: server.admin.token,
  openSocket,
  line: { ...proxy, countCuts: () => proxy.cuts },
});

// The same scenarios run in a real browser: e2e/journeys/gateway/device-core.spec.ts.
describe.each([
  ['ws', openWsSocket],
  ["the platform's own WebSocket", openBrowserSocket],
])('the device core over %s', (_, openSocket) => {
  it.each(Object.entries(coreScenarios))('%s', async (_, scenario) => {
    await expect(scenario(setup(openSocket))).resolves.toBeUndefined();
  });
});
