import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOutbox } from '../../testing/outbox.ts';
import { createLog } from '../log.ts';
import type { Mail } from './mail-message.ts';
import { createMail } from './mail.ts';

const message = { to: 'mara@example.org', subject: 'Grüße', text: 'Your verification code: 123456\n' };
const mailFrom = 'Fairwatch <fairwatch@example.org>';

let dataDir: string;
let logLines: string[];
const createFor = (smtpUrl: string | null): Mail =>
  createMail({ dataDir, smtpUrl, mailFrom }, createLog('trace', { write: (line) => void logLines.push(line) }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fairwatch-mail-'));
  logLines = [];
});
afterEach(() => rm(dataDir, { recursive: true }));

/** A real SMTP server. It accepts mails from the user `me`, except to the recipient `nobody`. */
async function startMailServer() {
  const taken: { from: string; to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === 'hunter22' ? done(null, { user: 'me' }) : done(new Error('no')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody@') ? new Error(`no such mailbox: ${address}`) : null),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { taken, port, url: `smtp://me:hunter22@127.0.0.1:${port}`, close };
}

describe('mail without a mail server', () => {
  it('is written to the outbox, one file each, for the owner only', async () => {
    const mail = createFor(null);
    await mail.send(message);
    await mail.send({ ...message, to: 'noor@example.org' });
    const names = await readdir(join(dataDir, 'outbox'));
    expect(names).toHaveLength(2);
    for (const name of names) {
      expect(name).toMatch(/\.eml$/);
      expect((await stat(join(dataDir, 'outbox', name))).mode & 0o777).toBe(0o600);
    }
    expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700);
    const first = (await readOutbox(dataDir)).find((text) => text.includes('To: mara@example.org'));
    expect(first).toContain('From: Fairwatch <fairwatch@example.org>');
    expect(first).toContain('Your verification code: 123456');
    expect(logLines).toEqual([]);
  });

  it('cannot get further recipients by a line break in an address', async () => {
    await createFor(null).send({ ...message, to: 'mara@example.org\r\nBcc: eve@example.org' });
    const [text = ''] = await readOutbox(dataDir);
    expect(text).not.toMatch(/^Bcc:/im);
  });
});

describe('mail by SMTP_URL', () => {
  it('is handed to the mail server with its name and password', async () => {
    const server = await startMailServer();
    await createFor(server.url).send(message);
    await server.close();
    expect(server.taken).toHaveLength(1);
    expect(server.taken[0]).toMatchObject({ from: 'fairwatch@example.org', to: ['mara@example.org'] });
    expect(server.taken[0]?.text).toContain('Your verification code: 123456');
    expect(await readOutbox(dataDir)).toEqual([]);
    expect(logLines).toEqual([]);
  });

  it('that is refused fails without a reason, and is logged without address, code or password', async () => {
    const server = await startMailServer();
    const refused = createFor(server.url).send({ ...message, to: 'nobody@example.org' });
    await expect(refused).rejects.toMatchObject({ code: 'mail_not_sent', status: 502 });
    await server.close();
    expect(logLines).toHaveLength(1);
    expect(logLines[0]).not.toMatch(/nobody|123456|hunter22/);
  });

  it('fails when the password is wrong or no server listens', async () => {
    const server = await startMailServer();
    const wrong = createFor(`smtp://me:wrong@127.0.0.1:${server.port}`).send(message);
    await expect(wrong).rejects.toMatchObject({ code: 'mail_not_sent' });
    await server.close();
    await expect(createFor(server.url).send(message)).rejects.toMatchObject({ code: 'mail_not_sent' });
    expect(server.taken).toEqual([]);
  });
});
