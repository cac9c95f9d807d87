import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('an upgrade', () => {
  it.each(['/', '/admin/v1/api/auth/login', '/ws/more', '/__proto__', '//'])(
    'at %s is answered with 404',
    async (path) => {
      const socket = new WebSocket(server.url.replace('http', 'ws') + path);
      const [error] = (await once(socket, 'error')) as [Error];
      expect(error.message).toBe('Unexpected server response: 404');
    },
  );
});
