import { loadInstallation } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { useTestServer } from '../../testing/use-server.ts';

const server = useTestServer();

describe('what a console should know', () => {
  it('tells the version and the payload mode to anyone signed in, and no secret', async () => {
    const { token } = await server.createAdmin({ role: 'PENDING' });
    const { envelope } = await server.api(loadInstallation, {}, token);
    expect(envelope.data).toEqual({ version: '1.0.20', payloadMode: 'PLAINTEXT' });
    expect((await server.api(loadInstallation, {}, null)).status).toBe(401);
  });
});
