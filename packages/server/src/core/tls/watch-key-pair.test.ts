import { once } from 'node:events';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectHttp2 } from '../../testing/http2-client.ts';
import { makeTestTls, trustCa, type TestTls } from '../../testing/samples/test-tls.ts';
import { httpTimeouts } from '../http/http-server.ts';
import { createHttpsServer, setKeyPair, type SecureServer } from '../http/connections/secure-server.ts';
import { createLog } from '../log.ts';
import { createScheduler } from '../jobs/scheduler.ts';
import { watchKeyPair } from './watch-key-pair.ts';
import { readKeyPair } from './key-pair.ts';

let tls: TestTls;
let server: SecureServer;
let url: string;
let stop: () => void;
let distrust: () => void;
let logged: string[];
/** Symbolic links, as certbot creates them: a renewal replaces their targets. */
let files: { certFile: string; keyFile: string };

beforeEach(async () => {
  tls = await makeTestTls();
  distrust = await trustCa(tls.files);
  files = { certFile: join(tls.files.folder, 'live.crt'), keyFile: join(tls.files.folder, 'live.key') };
  await leadTo(tls.files);
  server = createHttpsServer(await readKeyPair(files), httpTimeouts, (_request, response) => void response.end('here'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  logged = [];
  const log = createLog('info', { write: (line) => void logged.push(line) });
  stop = watchKeyPair({
    files,
    log,
    scheduler: createScheduler(log),
    use: (pair) => setKeyPair(server, pair),
    pollEvery: 20,
  });
});
afterEach(async () => {
  stop();
  distrust();
  server.closeAllConnections();
  server.close();
  await tls.remove();
});

/** Points the links to other files, each atomically. */
async function leadTo({ certFile, keyFile }: { certFile: string; keyFile: string }): Promise<void> {
  const targets = [
    [certFile, files.certFile],
    [keyFile, files.keyFile],
  ] as const;
  for (const [target, link] of targets) {
    await symlink(target, `${link}.new`);
    await rename(`${link}.new`, link);
  }
}

/** The certificate that a new connection gets. */
async function shown(): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket: TLSSocket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

const events = () => logged.map((line) => (JSON.parse(line) as { event?: string }).event);

it('new connections get a renewed certificate, and open connections stay', async () => {
  const before = await shown();
  const client = await connectHttp2(url);
  await tls.renew();
  await vi.waitFor(async () => expect(await shown()).not.toBe(before));
  await vi.waitFor(() => expect(events()).toContain('tls.reloaded'));
  expect((await client.ask('GET', '/')).body.toString()).toBe('here');
  client.close();
});

it('a certificate behind changed symbolic links is loaded too', async () => {
  const other = await makeTestTls();
  distrust();
  distrust = await trustCa(other.files);
  await leadTo(other.files);
  await vi.waitFor(async () => expect(await shown()).toMatch(/^[\dA-F:]+$/));
  await other.remove();
});

it('an invalid key pair is ignored until it becomes valid', async () => {
  const before = await shown();
  const broken = join(tls.files.folder, 'broken');
  await mkdir(broken);
  const halves = { certFile: join(broken, 'server.crt'), keyFile: tls.files.keyFile };
  await writeFile(halves.certFile, 'half a certifi');
  await leadTo(halves);
  await vi.waitFor(() => expect(events()).toContain('tls.reload_failed'));
  expect(await shown()).toBe(before);
  await rm(files.certFile);
  await tls.renew();
  await leadTo(tls.files);
  await vi.waitFor(async () => expect(await shown()).not.toBe(before));
});
