import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestTls, type TestTls } from '../../testing/samples/test-tls.ts';
import { ConfigError } from '../config/config-values.ts';
import { readKeyPair } from './key-pair.ts';

let own: TestTls;
let other: TestTls;
beforeAll(async () => {
  [own, other] = await Promise.all([makeTestTls(), makeTestTls()]);
});
afterAll(() => Promise.all([own.remove(), other.remove()]));

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

async function refusal(read: Promise<unknown>): Promise<string> {
  const error: unknown = await read.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as Error;
  expect(message).toMatch(/^[^\n]+\.$/);
  return message;
}

describe('a certificate and its key', () => {
  it('are read when they belong together', async () => {
    const { cert, key } = await readKeyPair(own.files);
    expect(cert).toEqual(await readFile(own.files.certFile));
    expect(key).toEqual(await readFile(own.files.keyFile));
  });

  it('are refused in one line when one cannot be read', async () => {
    const missing = join(own.files.folder, 'missing.pem');
    expect(await refusal(readKeyPair({ ...own.files, certFile: missing }))).toMatch(/^TLS_CERT .*missing\.pem/);
    expect(await refusal(readKeyPair({ ...own.files, keyFile: missing }))).toMatch(/^TLS_KEY .*missing\.pem/);
  });

  it('are refused when one of them is another kind of file', async () => {
    const { certFile, keyFile } = own.files;
    expect(await refusal(readKeyPair({ certFile: keyFile, keyFile }))).toMatch(/^TLS_CERT must be a certificate/);
    expect(await refusal(readKeyPair({ certFile, keyFile: certFile }))).toMatch(/^TLS_KEY must be a private key/);
  });

  it('are refused when the key belongs to another certificate', async () => {
    const { keyFile } = other.files;
    expect(await refusal(readKeyPair({ ...own.files, keyFile }))).toMatch(
      /^TLS_KEY must be the key of the certificate/,
    );
  });

  it('are refused before and after their validity period', async () => {
    expect(await refusal(readKeyPair(own.files, inDays(400)))).toMatch(/^TLS_CERT .*expired on 20/);
    expect(await refusal(readKeyPair(own.files, inDays(-400)))).toMatch(/^TLS_CERT .*is so from 20/);
  });

  it('are refused when the key is damaged', async () => {
    const keyFile = join(own.files.folder, 'damaged.key');
    await copyFile(own.files.keyFile, keyFile);
    await chmod(keyFile, 0o600);
    await writeFile(keyFile, (await readFile(keyFile, 'utf8')).replace(/[A-Za-z]/g, 'A'));
    expect(await refusal(readKeyPair({ ...own.files, keyFile }))).toMatch(/^TLS_KEY must be a private key/);
  });
});
