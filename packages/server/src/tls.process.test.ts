import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { X509Certificate } from 'node:crypto';
import { healthCheck, localCaPath, login, profile, savePasscodes } from '@fairwatch/contract';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { localCaFiles } from './core/tls/local-ca-files.ts';
import { callEndpoint } from './testing/call-endpoint.ts';
import { interrupt, makeDataDir, spawnServer } from './testing/servers/server-process.ts';
import { trustCa } from './testing/samples/test-tls.ts';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

let dataDir: string;
beforeAll(async () => {
  dataDir = await makeDataDir();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Runs a program to its end. */
async function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}

it('the local CA is made by a command that says how to use it', async () => {
  const made = await run(path('./cli/local-ca.ts'), ['box.home.arpa']);
  const files = localCaFiles(dataDir);
  expect(made).toMatchObject({ code: 0 });
  for (const words of [
    `TLS_CERT=${files.certFile}`,
    `TLS_KEY=${files.keyFile}`,
    'PUBLIC_URL=https://box.home.arpa:8080',
  ]) {
    expect(made.output).toContain(words);
  }
  for (const system of ['Android', 'iOS', 'Windows', 'macOS', 'Linux', 'Firefox'])
    expect(made.output).toContain(system);
});

it(
  'the server uses a local CA with its simulated phones, and phones elsewhere trust it',
  { tags: 'full' },
  async () => {
    expect((await run(path('./cli/local-ca.ts'), ['not a name'])).code).toBe(1);
    expect((await run(path('./cli/local-ca.ts'), ['box.home.arpa'])).code).toBe(0);
    const files = localCaFiles(dataDir);
    const distrust = await trustCa(files);
    const password = 'secret-of-the-tests';
    const server = spawnServer({
      env: {
        DATA_DIR: dataDir,
        TLS_CERT: files.certFile,
        TLS_KEY: files.keyFile,
        ADMIN_PASSWORD: password,
        DEMO_DEVICES: '2',
      },
    });
    onTestFinished(async () => {
      distrust();
      server.child.kill('SIGINT');
      await server.exited;
    });
    await server.started;
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(new URL(healthCheck.path, server.url))).status).toBe(200);

    const file = await fetch(new URL(localCaPath, server.url));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/x-x509-ca-cert']);
    const fetched = new X509Certificate(Buffer.from(await file.arrayBuffer()));
    expect(fetched.fingerprint256).toBe(new X509Certificate(await readFile(files.caCertFile)).fingerprint256);

    const { envelope } = await callEndpoint(server.url, login, { username: 'admin', password });
    const { token } = envelope.data;
    const online = async (phones: number) =>
      vi.waitFor(async () => {
        const { envelope: own } = await callEndpoint(server.url, profile, {}, token);
        expect(own.data.activeDevicesCount).toBe(phones);
      });
    await online(2);

    // External phones that are configured to trust the CA.
    const { envelope: passcodes } = await callEndpoint(server.url, savePasscodes, {}, token);
    const joining = ['--passcodes', passcodes.data[0]?.otpCode ?? '', '--state', join(dataDir, 'fleet.json')];
    const connecting = ['--url', server.url, '--ca', files.caCertFile, '--devices', '1'];
    const fleet = spawn(process.execPath, [path('../../device/src/load.ts'), ...connecting, ...joining]);
    onTestFinished(() => void fleet.kill('SIGKILL'));
    await online(3);
    expect(await interrupt(server)).toBe(0);
  },
);

it('a certificate that cannot be used stops the start with one line', { tags: 'full' }, async () => {
  const file = join(dataDir, 'no.pem');
  await writeFile(file, 'no certificate');
  const env = { DATA_DIR: dataDir, TLS_CERT: file, TLS_KEY: file };
  const server = spawnServer({ env });
  expect(await server.exited).toBe(1);
  expect(server.stderr).toBe(`Fairwatch: TLS_CERT must be a certificate in PEM format, which ${file} is not.\n`);
});
