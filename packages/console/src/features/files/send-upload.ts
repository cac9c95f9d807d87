import { checkExists, limits, uploadChunk, uploadFile, type CdnFile } from '@fairwatch/contract';
import { callForm } from '../../core/api/call-form.ts';
import { call } from '../../core/api/client.ts';
import { sendPieces, type SendReport } from '../../core/uploads/send-pieces.ts';

/** A file on its way to the server, known by its hash. */
export interface Outgoing {
  deviceId: number;
  name: string;
  file: File;
  sha256: string;
}

/**
 * Brings a file for a device to the server. A small one goes at once, in one request; a larger one in pieces from where the server
 * has it, unless it is there already.
 */
export function sendUpload(outgoing: Outgoing, signal: AbortSignal, report: SendReport): Promise<CdnFile> {
  const { deviceId, name, sha256, file } = outgoing;
  const { size } = file;
  const isSmall = size <= limits.request.maxBytes;
  return sendPieces<CdnFile>(
    file,
    {
      ask: async (asking) => {
        // Asking would take as long as sending it. Sent twice, it is kept once.
        if (isSmall) return { received: 0, stored: null };
        const { data } = await call(checkExists, { deviceId, sha256, size }, asking);
        return { received: data.received, stored: data.file };
      },
      send: async (offset, chunk, options) => {
        if (isSmall) {
          const { data } = await callForm(uploadFile, { deviceId, name }, chunk, options);
          return { received: size, stored: data };
        }
        const { data } = await callForm(uploadChunk, { deviceId, name, sha256, size, offset }, chunk, options);
        return { received: data.received, stored: data.file };
      },
    },
    signal,
    report,
  );
}
