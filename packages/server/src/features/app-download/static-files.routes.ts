import { staticFilePath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import { sendBytes } from '../../core/blobs/send-bytes.ts';
import { isAddress } from '../../core/http/secret-address.ts';
import type { Services } from '../../core/services.ts';
import { findStatic } from './static-files.store.ts';
import { staticHeaders } from './static-headers.ts';

/** Where browsers and phones fetch the app and documents. Whoever joins has no account yet: the address is the ticket. */
export function serveStaticFiles(app: FastifyInstance, services: Services): void {
  app.route<{ Params: { address: string } }>({
    method: ['GET', 'HEAD'],
    url: `${staticFilePath}/:address`,
    config: { access: 'ticket' },
    handler: async (request, reply) => {
      if (!isAddress(request.params.address)) throw new AppError('file_not_found');
      const file = await findStatic(services.db, { address: request.params.address });
      const stored = file && (await services.blobs.stat(file.blob.sha256, 'full'));
      if (!file || !stored) throw new AppError('file_not_found');
      const headers = staticHeaders(file);
      reply.headers(headers);
      const { sha256 } = file.blob;
      return sendBytes(services, request, reply, {
        sha256,
        variant: 'full',
        size: stored.size,
        etag: headers['etag'] ?? '',
      });
    },
  });
}
