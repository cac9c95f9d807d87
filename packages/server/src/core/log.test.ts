import { once } from 'node:events';
import { login, profile } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer } from '../testing/servers/test-server.ts';
import { createLog } from './log.ts';

describe('the log', () => {
  it('never holds a token or a password', async () => {
    const server = await startTestServer();
    const { username, password } = await server.createAdmin();
    const wrong = 'not-the-password';
    await server.api(login, { username, password: wrong }, null);
    const { envelope } = await server.api(login, { username, password }, null);
    const { token } = envelope.data;
    await server.api(profile, {}, token);
    await fetch(`${server.url}${profile.path}?token=${token}&userType=ADMIN`, { method: 'POST' });
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${token}&userType=ADMIN`);
    await once(socket, 'open');
    socket.close();
    await once(socket, 'close');
    await server.close();
    const text = server.logLines.join('');
    expect(text).toContain(login.path);
    expect(text).toContain('token=[redacted]&userType=ADMIN');
    for (const secret of [token, password, wrong]) expect(text).not.toContain(secret);
  });

  it('redacts secrets in fields and in texts', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) }).child({});
    log.info({ password: 's3cret', request: { headers: { authorization: 'Bearer s3cret', cookie: 'token=s3cret' } } });
    log.info('GET /ws?token=s3cret&userType=ADMIN with Bearer s3cret');
    log.error({ err: new Error('failed at /ws?token=s3cret') });
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).not.toContain('s3cret');
      expect(() => JSON.parse(line)).not.toThrow();
    }
  });

  it('is one JSON object per line, with a readable level and time', () => {
    const lines: string[] = [];
    createLog('info', { write: (line) => void lines.push(line) }).warn({ event: 'test.warned', port: 1 }, 'careful');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      event: 'test.warned',
      port: 1,
      msg: 'careful',
    });
  });
});
