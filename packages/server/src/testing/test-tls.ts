import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';
import type { Config } from '../core/config.ts';
import { localCaFiles, renewLocalCertificate, type LocalCaFiles } from '../core/tls/local-ca-files.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A CA of a test's own in a folder, with a certificate for this machine. */
export interface TestTls {
  files: LocalCaFiles;
  /** Another certificate by the same CA, in the same files. */
  renew(): Promise<void>;
  remove(): Promise<void>;
}

export async function makeTestTls(): Promise<TestTls> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairwatch-tls-'));
  const names = ['localhost', '127.0.0.1', '::1'];
  const renew = async () => void (await renewLocalCertificate({ dataDir, names, asked: [] }));
  await renew();
  return { files: localCaFiles(dataDir), renew, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Lets every connection of this process trust that CA, until the function that it returns is called. */
export async function trustCa({ caCertFile }: LocalCaFiles): Promise<() => void> {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, await readFile(caCertFile, 'utf8')]);
  return () => setDefaultCACertificates(usual);
}

/** A server that speaks TLS, for all tests of a file, whose certificate this process trusts. */
export function useTlsServer(config: Partial<Config> = {}): TestServer {
  const server = {} as TestServer;
  let tls: TestTls;
  let distrust: () => void;
  beforeAll(async () => {
    tls = await makeTestTls();
    distrust = await trustCa(tls.files);
    Object.assign(server, await startTestServer({ ...config, tls: tls.files }));
  });
  afterAll(async () => {
    await server.close();
    distrust();
    await tls.remove();
  });
  return server;
}
