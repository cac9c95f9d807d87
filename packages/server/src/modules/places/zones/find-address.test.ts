import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findAddress, limits, mapFacts } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let isBroken = false;
const geocoder = createServer((_request, response) => {
  if (isBroken) response.writeHead(500);
  response.end(JSON.stringify([{ display_name: 'Domplein, Utrecht', lat: '52.0907', lon: '5.1214' }]));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => geocoder.listen(0, '127.0.0.1', resolve));
  const { port } = geocoder.address() as AddressInfo;
  server = await startTestServer({ geocoderUrl: `http://127.0.0.1:${port}/search?q={query}` });
});
afterAll(async () => {
  await server.close();
  geocoder.closeAllConnections();
  geocoder.close();
});

describe('an address', () => {
  it('is found by the geocoder of the owner', async () => {
    expect((await server.api(mapFacts, {})).envelope.data).toEqual({ geocoder: true });
    expect((await server.api(findAddress, { text: 'Domplein 1' })).envelope.data).toEqual([
      { label: 'Domplein, Utrecht', latitude: 52.0907, longitude: 5.1214 },
    ]);
  });

  it('is not found while the geocoder fails', async () => {
    isBroken = true;
    const { status, errorCode } = await server.api(findAddress, { text: 'Domplein 1' });
    isBroken = false;
    expect([status, errorCode]).toEqual([503, 'geocoder_failed']);
  });

  it('is searched so often and no more, by each admin', async () => {
    const { token } = await server.createAdmin({ access: 'FULL_ACCESS' });
    const find = async () => (await server.api(findAddress, { text: 'Domplein 1' }, token)).errorCode;
    for (let count = 0; count < limits.zone.searches; count += 1) expect(await find()).toBe('');
    expect(await find()).toBe('too_many_searches');
    expect((await server.api(findAddress, { text: 'Domplein 1' })).status).toBe(200);
  });

  it('is not searched where no geocoder is configured', async () => {
    const other = await startTestServer({ geocoderUrl: null });
    expect((await other.api(mapFacts, {})).envelope.data).toEqual({ geocoder: false });
    expect((await other.api(findAddress, { text: 'Domplein 1' })).errorCode).toBe('geocoder_off');
    await other.close();
  });
});
