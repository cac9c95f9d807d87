import { commandParams, deviceContentPath, sha256 } from '@fairwatch/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { AppError } from '../app-error.ts';
import { authenticateDevice } from '../devices/device-token.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Services } from '../services.ts';
import { findDeviceBlob } from './blobs.store.ts';
import { contentHeaders } from './content-headers.ts';
import { sendBytes } from './send-bytes.ts';
import { checkSending } from './sending-check.ts';
import { findCommandParams } from './uploads.store.ts';

const wanted = z.strictObject({ commandId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)), sha256 });

/** Where a device fetches the files that a command of its own names, while that command is open. */
export function serveDeviceContent(app: FastifyInstance, services: Services): void {
  const { db, blobs } = services;
  app.route({
    method: ['GET', 'HEAD'],
    url: `${deviceContentPath}/:commandId/:sha256`,
    config: { access: 'device' },
    onRequest: async (request) => {
      request.device = await authenticateDevice(services, request.headers.authorization);
    },
    handler: async (request: FastifyRequest, reply) => {
      const { sha256: hash, ...asked } = parseInput({ input: wanted }, request.params);
      const deviceId = request.device?.deviceId ?? 0;
      const commandId = Number(asked.commandId);
      const capability = await checkSending(db, { deviceId, commandId });
      const params = commandParams.RECEIVE_FILES.safeParse(await findCommandParams(db, commandId));
      const isNamed = params.success && params.data.files.some((file) => file.sha256 === hash);
      const blob = isNamed ? await findDeviceBlob(db, { deviceId, capability, sha256: hash }) : undefined;
      const stored = blob && (await blobs.stat(hash, 'full'));
      if (!blob || !stored) throw new AppError('file_not_found');
      const headers = contentHeaders({ blob, variant: 'full', saveAs: hash });
      reply.headers(headers);
      return sendBytes(services, request, reply, {
        sha256: hash,
        variant: 'full',
        size: stored.size,
        etag: headers['etag'] ?? '',
      });
    },
  });
}
