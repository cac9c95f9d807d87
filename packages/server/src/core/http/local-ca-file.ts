import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { localCaPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { localCaFiles, usesLocalCa } from '../tls/local-ca-files.ts';

/** Where a phone fetches the certificate of the installation's own CA, to trust it. Only on a server that uses it. */
export function serveLocalCa(app: FastifyInstance, config: Pick<Config, 'tls' | 'dataDir'>): void {
  if (!usesLocalCa(config)) return;
  app.get(localCaPath, { config: { access: 'public' } }, async (_request, reply) => {
    const { raw } = new X509Certificate(await readFile(localCaFiles(config.dataDir).caCertFile));
    return await reply.type('application/x-x509-ca-cert').header('cache-control', 'no-cache').send(raw);
  });
}
