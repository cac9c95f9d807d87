import { checkExists, limits, uploadChunk, uploadFile, type CdnFile } from '@fairwatch/contract';
import { callForm } from '../../../core/api/call-form.ts';
import { call } from '../../../core/api/client.ts';
import { sendPieces, type SendReport } from '../../../core/uploads/send-pieces.ts';

/** A file to upload for a device, identified by its hash. */
export interface Outgoing {
  deviceId: number;
  name: string;
  file: File;
  sha256: string;
}

/**
 * Uploads a file for a device to the server. A small file is one request. A larger one is sent in chunks, starting at the
 * offset that the server already has, and not at all when the server has the whole file.
 */
export function sendUpload(outgoing: Outgoing, signal: AbortSignal, report: SendReport): Promise<CdnFile> {
  const { deviceId, name, sha256, file } = outgoing;
  const { size } = file;
  const isSmall = size <= limits.request.maxBytes;
  return sendPieces<CdnFile>(
    file,
    {
      ask: async (askSignal) => {
        // Asking would take as long as sending. A file that is sent twice is stored once.
        if (isSmall) return { received: 0, stored: null };
        const { data } = await call(checkExists, { deviceId, sha256, size }, askSignal);
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
