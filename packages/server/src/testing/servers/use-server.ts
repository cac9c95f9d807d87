import { capabilityNames, type Capability } from '@fairwatch/contract';
import type { DeviceClient } from '@fairwatch/device';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { joinDevice, RawDevice, startDevice, type TestDevice, type TestDeviceOptions } from '../test-device.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Starts a server for all tests of a file. Its fields can be used from the first test on. */
export function useTestServer(overrides: Parameters<typeof startTestServer>[0] = {}): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => void Object.assign(server, await startTestServer(overrides)));
  afterAll(() => server.close());
  return server;
}

/** Connects devices to that server. They are stopped after each test. */
export function useDevices(server: TestServer) {
  let clients: DeviceClient[] = [];
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.stop()));
    clients = [];
  });
  return {
    /** Starts the real device client. */
    start(device: Pick<TestDevice, 'token'>, options: TestDeviceOptions): DeviceClient {
      const client = startDevice(server, device, options);
      clients.push(client);
      return client;
    },

    /** Enrols a device and connects a socket whose frames the test sends. */
    async connected(capabilities: readonly Capability[] = capabilityNames) {
      const device = await joinDevice(server, { capabilities });
      const raw = new RawDevice(server);
      const welcome = await raw.hello(device.token);
      return { device, raw, welcome };
    },
  };
}
