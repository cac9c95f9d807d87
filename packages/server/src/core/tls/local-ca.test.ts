import { once } from 'node:events';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkServerIdentity, connect, createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCaFiles, renewLocalCertificate } from './local-ca-files.ts';
import { makeCa, makeServerCertificate, mayVouchFor } from './local-ca.ts';
import { isPrivate, machineNames } from './machine-names.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fairwatch-ca-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const renew = (asked: readonly string[] = []) =>
  renewLocalCertificate({ dataDir, names: ['box.local', 'localhost', '127.0.0.1', '::1', '203.0.113.7'], asked });

/** Node's error code for a violated name constraint: it has no name for OpenSSL's code. */
const outside = 'UNSPECIFIED';

/** The result of a TLS handshake by a client that trusts the CA: `ok`, or the error code. */
async function verdict({ ca, cert, key }: { ca: string; cert: string; key: string }, name: string): Promise<string> {
  const server = createServer({ cert, key });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({
    host: '127.0.0.1',
    port,
    ca,
    rejectUnauthorized: false,
    checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
  });
  await once(socket, 'secureConnect');
  const { authorized, authorizationError } = socket;
  socket.destroy();
  server.close();
  return authorized
    ? 'trusted'
    : ((authorizationError as Error & { code?: string }).code ?? String(authorizationError));
}

/** The validity period of a certificate in days. */
async function daysOf(file: string): Promise<number> {
  const { validFromDate, validToDate } = new X509Certificate(await readFile(file));
  return Math.round((validToDate.getTime() - validFromDate.getTime()) / (24 * 60 * 60 * 1000));
}

describe('the local CA', () => {
  it('signs certificates for names and addresses that clients accept', async () => {
    expect(await renew()).toMatchObject({ isNewCa: true, leftOut: [] });
    const { certFile, keyFile, caCertFile } = localCaFiles(dataDir);
    const [cert, key, ca] = await Promise.all([certFile, keyFile, caCertFile].map((file) => readFile(file, 'utf8')));
    const made = { cert: cert ?? '', key: key ?? '', ca: ca ?? '' };
    for (const name of ['box.local', 'localhost', '127.0.0.1', '::1', '203.0.113.7']) {
      expect(await verdict(made, name), name).toBe('trusted');
    }
    expect(await verdict(made, 'other.local')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('keeps its key private, is valid for ten years, and issues certificates for 397 days', async () => {
    const { caKeyFile, keyFile, caCertFile, certFile } = localCaFiles(dataDir);
    for (const file of [caKeyFile, keyFile]) expect((await stat(file)).mode & 0o777, file).toBe(0o600);
    expect(await daysOf(certFile)).toBe(397);
    expect(await daysOf(caCertFile)).toBe(3654);
  });

  it('stays the same when the certificate is renewed', async () => {
    const { caCertFile, certFile } = localCaFiles(dataDir);
    const read = () => Promise.all([readFile(caCertFile, 'utf8'), readFile(certFile, 'utf8')]);
    const [ca, cert] = await read();
    expect(await renew(['tv.lan'])).toMatchObject({ isNewCa: false, names: expect.arrayContaining(['tv.lan']) });
    const [sameCa, otherCert] = await read();
    expect(sameCa).toBe(ca);
    expect(otherCert).not.toBe(cert);
  });

  it('refuses names outside of its constraints', async () => {
    await expect(renew(['bank.example.com'])).rejects.toThrow(
      /was not made for bank\.example\.com\. Remove that folder/,
    );
    const names = ['box.local', '198.51.100.9'];
    const { leftOut } = await renewLocalCertificate({ dataDir, names, asked: [] });
    expect(leftOut).toEqual(['198.51.100.9']);
  });

  it('cannot impersonate a site of the internet, even with a stolen key', async () => {
    const ca = await makeCa('Test', ['box.example.org']);
    for (const [name, expected] of [
      ['box.example.org', 'trusted'],
      ['phone.box.example.org', 'trusted'],
      ['10.1.2.3', 'trusted'],
      ['fd12::7', 'trusted'],
      ['bank.example.com', outside],
      ['example.org', outside],
      ['8.8.8.8', outside],
      ['2001:db8::7', outside],
    ] as const) {
      const stolen = await makeServerCertificate(ca, [name]);
      expect(await verdict({ ...stolen, ca: ca.cert }, name), name).toBe(expected);
      expect(mayVouchFor(ca, name), name).toBe(expected === 'trusted');
    }
  });
});

describe('the names of this machine', () => {
  it('are its own and those of the home network', () => {
    const names = machineNames();
    expect(names).toEqual(expect.arrayContaining(['localhost', '127.0.0.1', '::1']));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[\da-z.:-]+$/);
  });

  it.each(['10.0.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fd00::1', 'box.local', 'localhost'])(
    'are private: %s',
    (name) => expect(isPrivate(name)).toBe(true),
  );

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2001:db8::1', 'example.org', 'notlocal', 'local.example.org'])(
    'are not: %s',
    (name) => expect(isPrivate(name)).toBe(false),
  );
});
