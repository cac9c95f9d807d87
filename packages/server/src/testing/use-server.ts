import { capabilityNames, type Capability } from '@fairwatch/contract';
import type { DeviceClient } from '@fairwatch/device';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { joinDevice, RawDevice, startDevice, type TestDevice, type TestDeviceOptions } from './test-device.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A server for all tests of a file. Its fields are there from the first test on. */
export function useTestServer(): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => void Object.assign(server, await startTestServer()));
  afterAll(() => server.close());
  return server;
}

/** Devices on that server. What is started in a test is stopped after it. */
export function useDevices(server: TestServer) {
  let clients: DeviceClient[] = [];
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.stop()));
    clients = [];
  });
  return {
    /** The real client. */
    start(device: Pick<TestDevice, 'token'>, options: TestDeviceOptions): DeviceClient {
      const client = startDevice(server, device, options);
      clients.push(client);
      return client;
    },

    /** A new device whose frames the test writes. */
    async connected(capabilities: readonly Capability[] = capabilityNames) {
      const device = await joinDevice(server, { capabilities });
      const raw = new RawDevice(server);
      const welcome = await raw.hello(device.token);
      return { device, raw, welcome };
    },
  };
}
