import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestTls, type TestTls } from '../../../testing/samples/test-tls.ts';
import { certificateFacts } from './certificate-facts.ts';

let made: TestTls;
beforeAll(async () => {
  made = await makeTestTls();
});
afterAll(() => made.remove());

const dataDir = () => join(made.files.folder, '..');
const facts = (origin: string | null) => certificateFacts({ dataDir: dataDir(), tls: made.files }, origin);

it('is that of the local CA, and says until when and whether it is for the address', async () => {
  const { expiresAt, ...local } = await facts('https://127.0.0.1:8443');
  expect(local).toEqual({ kind: 'LOCAL_CA', coversOrigin: true });
  expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now());
  expect(await facts('https://[::1]:8443')).toMatchObject({ coversOrigin: true });
  expect(await facts('https://localhost:8443')).toMatchObject({ coversOrigin: true });
  expect(await facts('https://phones.example.org')).toMatchObject({ coversOrigin: false });
  expect(await facts(null)).toMatchObject({ coversOrigin: null });
});

it('is one that phones do not know when neither a public nor the local CA signed it', async () => {
  const elsewhere = { dataDir: '/nowhere', tls: made.files };
  expect(await certificateFacts(elsewhere, 'https://localhost')).toMatchObject({ kind: 'OTHER', coversOrigin: true });
});

it('is public when its chain ends at a CA that every phone knows', async () => {
  const certFile = join(made.files.folder, 'public.crt');
  await writeFile(certFile, String(rootCertificates[0]));
  const found = await certificateFacts({ dataDir: '/nowhere', tls: { ...made.files, certFile } }, null);
  expect(found).toMatchObject({ kind: 'PUBLIC' });
});

it.each([
  ['https://phones.example.org', 'PROXY'],
  ['http://192.168.1.20:8080', 'NONE'],
  [null, 'NONE'],
])('of a server without one is, at %s, %s', async (origin, kind) => {
  expect(await certificateFacts({ dataDir: '/nowhere', tls: null }, origin)).toEqual({
    kind,
    expiresAt: null,
    coversOrigin: null,
  });
});
