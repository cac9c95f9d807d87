import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { testCertificate } from '../../testing/test-certificate.ts';
import { readCertificate } from './certificate.ts';

async function startServer(): Promise<string> {
  const server = createServer(testCertificate).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

/** As NODE_EXTRA_CA_CERTS does it, but for one test. */
function trust(certificate: string): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}

it('a certificate of an authority that the phone knows is trusted', async () => {
  const url = await startServer();
  trust(testCertificate.cert);
  expect(await readCertificate(url)).toMatchObject({ issuer: 'Test authority, localhost', problem: null });
});

it('one that it does not know is shown with the problem', async () => {
  const { problem, fingerprint } = await readCertificate(await startServer());
  expect(problem).not.toBeNull();
  expect(fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
});
