import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { localCaPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../core/config/config.ts';
import { localCaFiles, usesLocalCa } from '../../core/tls/local-ca-files.ts';

/** Serves the certificate of the local CA, so that phones can trust it. Does nothing on a server that does not use the CA. */
export function serveLocalCa(app: FastifyInstance, config: Pick<Config, 'tls' | 'dataDir'>): void {
  if (!usesLocalCa(config)) return;
  app.get(localCaPath, { config: { access: 'public' } }, async (_request, reply) => {
    const { raw } = new X509Certificate(await readFile(localCaFiles(config.dataDir).caCertFile));
    return await reply.type('application/x-x509-ca-cert').header('cache-control', 'no-cache').send(raw);
  });
}
