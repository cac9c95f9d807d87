import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';
import type { Config } from '../../core/config/config.ts';
import { localCaFiles, renewLocalCertificate, type LocalCaFiles } from '../../core/tls/local-ca-files.ts';
import { startTestServer, type TestServer } from '../servers/test-server.ts';

/** A test CA in a temporary folder, with a certificate for this machine. */
export interface TestTls {
  files: LocalCaFiles;
  /** Issues a new certificate of the same CA into the same files. */
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

/** Makes all connections of this process trust the CA. Returns the function that undoes it. */
export async function trustCa({ caCertFile }: LocalCaFiles): Promise<() => void> {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, await readFile(caCertFile, 'utf8')]);
  return () => setDefaultCACertificates(usual);
}

/** A TLS server for all tests of a file, whose certificate this process trusts. */
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
