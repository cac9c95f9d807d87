import { loadInstallation, version } from '@fairwatch/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ publicUrl: 'https://watch.example.org' })));
afterAll(() => server.close());

describe('the facts about the installation', () => {
  it('tells the version, the payload mode and the address for phones to anyone signed in, and no secret', async () => {
    const { token } = await server.createAdmin({ role: 'PENDING' });
    const { envelope } = await server.api(loadInstallation, {}, token);
    expect(envelope.data).toEqual({
      version,
      payloadMode: 'PLAINTEXT',
      companionOrigin: 'https://watch.example.org',
    });
    expect((await server.api(loadInstallation, {}, null)).status).toBe(401);
  });
});
