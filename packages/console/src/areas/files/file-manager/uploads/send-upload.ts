import { checkExists, limits, uploadChunk, uploadFile, type CdnFile } from '@fairwatch/contract';
import { callForm } from '../../../../core/api/call-form.ts';
import { call } from '../../../../core/api/client.ts';
import { sendPieces, type SendReport } from '../../../../core/uploads/send-pieces.ts';

/** A file to upload for a device, identified by its hash. */
export interface Outgoing {
  deviceId: number;
  name: string;
  file: File;
  sha256: string;
  /** The folder of the device, and the client id of the run in which the server delivers the file as soon as it has all of it. */
  deliver: { folder: string; run: string };
}

/**
 * Uploads a file for a device to the server. A small file is one request. A larger one is sent in chunks, starting at the
 * offset that the server already has. Of a file that the server has, only an empty chunk is sent, which has it delivered.
 */
export function sendUpload(outgoing: Outgoing, signal: AbortSignal, report: SendReport): Promise<CdnFile> {
  const { deviceId, name, sha256, file, deliver } = outgoing;
  const { size } = file;
  const fields = { deviceId, name, deliverFolder: deliver.folder, deliverRun: deliver.run };
  const isSmall = size <= limits.request.maxBytes;
  return sendPieces<CdnFile>(
    file,
    {
      ask: async (askSignal) => {
        // Asking would take as long as sending. A file that is sent twice is stored once.
        if (isSmall) return { received: 0, stored: null };
        const { data } = await call(checkExists, { deviceId, sha256, size }, askSignal);
        if (data.file !== null) {
          const nothing = { signal: askSignal, onProgress: () => undefined };
          await callForm(uploadChunk, { ...fields, sha256, size, offset: size }, new Blob(), nothing);
        }
        return { received: data.received, stored: data.file };
      },
      send: async (offset, chunk, options) => {
        if (isSmall) {
          const { data } = await callForm(uploadFile, fields, chunk, options);
          return { received: size, stored: data };
        }
        const { data } = await callForm(uploadChunk, { ...fields, sha256, size, offset }, chunk, options);
        return { received: data.received, stored: data.file };
      },
    },
    signal,
    report,
  );
}
