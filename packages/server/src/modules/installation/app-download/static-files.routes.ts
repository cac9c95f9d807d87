import { staticFilePath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import { sendBytes } from '../../files/content/send-bytes.ts';
import { isUrlToken } from '../../../core/http/url-token.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findStatic } from './static-files.store.ts';
import { contentHeaders } from '../../files/content/content-headers.ts';
import { apkType } from '../../../core/blobs/images/mime-types.ts';

/** Serves the app and the documents without authentication, because people who join have no account yet. The unguessable URL is the permission. */
export function serveStaticFiles(app: FastifyInstance, services: Services): void {
  app.route<{ Params: { address: string } }>({
    method: ['GET', 'HEAD'],
    url: `${staticFilePath}/:address`,
    config: { access: 'ticket' },
    handler: async (request, reply) => {
      if (!isUrlToken(request.params.address)) throw new AppError('file_not_found');
      const file = await findStatic(services.db, { address: request.params.address });
      const stored = file && (await services.blobs.stat(file.blob.storedAs, 'full'));
      if (!file || !stored) throw new AppError('file_not_found');
      const headers = staticHeaders(file);
      reply.headers(headers);
      const { storedAs } = file.blob;
      return sendBytes(services, request, reply, {
        storedAs,
        variant: 'full',
        size: stored.size,
        etag: headers['etag'] ?? '',
      });
    },
  });
}

/** The response headers of an offered file: always a download. An app keeps its MIME type, by which phones offer to install it. */
export function staticHeaders({ kind, name, blob }: NonNullable<Awaited<ReturnType<typeof findStatic>>>) {
  const headers = contentHeaders({ blob, variant: 'full', saveAs: name });
  return kind === 'APP' ? { ...headers, 'content-type': apkType } : headers;
}
