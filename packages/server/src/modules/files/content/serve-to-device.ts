import { sha256 } from '@fairwatch/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { AppError } from '../../../core/app-error.ts';
import { authenticateDevice } from '../../../shared/device-state/device-token.ts';
import { parseInput } from '../../../core/http/payloads/parse-input.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { BlobFacts } from './blobs.store.ts';
import { contentHeaders } from './content-headers.ts';
import type { TransferSubject } from '../../../shared/transfers/open-transfers.ts';
import { sendBytes } from './send-bytes.ts';
import { beginDownload } from './send-stream.ts';

const wanted = z.strictObject({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)), sha256 });

/** A file that a device requests: the id of the thing it belongs to, such as a command, and its hash. */
export interface WantedFile {
  deviceId: number;
  id: number;
  sha256: string;
}

/**
 * Serves files below `path` to devices with their own token. `find` returns the files a device may have, `subjectOf` what
 * the transfer depends on.
 */
export function serveToDevice(
  app: FastifyInstance,
  services: Services,
  path: string,
  subjectOf: (file: WantedFile) => TransferSubject,
  find: (file: WantedFile) => Promise<BlobFacts | undefined>,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${path}/:id/:sha256`,
    config: { access: 'device' },
    onRequest: async (request) => {
      request.device = await authenticateDevice(services, request.headers.authorization);
    },
    handler: async (request: FastifyRequest, reply) => {
      const { id, sha256: hash } = parseInput({ input: wanted }, request.params);
      const deviceId = request.device?.deviceId ?? 0;
      const file = { deviceId, id: Number(id), sha256: hash };
      const transfer = beginDownload(services, reply, subjectOf(file));
      const blob = await find(file);
      const stored = blob && (await services.blobs.stat(blob.storedAs, 'full'));
      if (!blob || !stored) throw new AppError('file_not_found');
      const headers = contentHeaders({ blob, variant: 'full', saveAs: hash });
      reply.headers(headers);
      const { size } = stored;
      const bytes = { storedAs: blob.storedAs, variant: 'full', size, etag: headers['etag'] ?? '' } as const;
      return sendBytes(services, request, reply, bytes, transfer);
    },
  });
}
