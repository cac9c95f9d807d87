import { termuxFilePath, versionOfTermuxFile, type OfferedTermux } from '@fairwatch/contract';
import { sha256Of } from './running-file.ts';
import { programText } from '../texts/program.texts.ts';

/** Why there is no update. The message is for the person. */
export class UpdateProblem extends Error {
  constructor(text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'UpdateProblem';
  }
}

/** A phone's connection may be slow; the file has somewhat more than a megabyte. */
const downloadWithinMs = 5 * 60_000;

/** Downloads the offered file. Throws an `UpdateProblem` unless it is that file, byte by byte. */
export async function downloadFile(
  server: string,
  offered: OfferedTermux,
  fetchFrom: typeof fetch = fetch,
): Promise<Uint8Array> {
  const bytes = await fetchBytes(server, offered, fetchFrom);
  if (bytes.length !== offered.size || sha256Of(bytes) !== offered.sha256)
    throw new UpdateProblem(programText('update.wrongFile'));
  if (versionOfTermuxFile(bytes.toString('utf8')) !== offered.version)
    throw new UpdateProblem(programText('update.wrongVersion'));
  return bytes;
}

async function fetchBytes(server: string, { size }: OfferedTermux, fetchFrom: typeof fetch): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  try {
    const signal = AbortSignal.timeout(downloadWithinMs);
    const { ok, status, body } = await fetchFrom(new URL(termuxFilePath, server), { redirect: 'error', signal });
    if (!ok || body === null) throw new UpdateProblem(programText('update.refused', { status }));
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      received += chunk.length;
      // More than was offered is never kept in memory.
      if (received > size) break;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof UpdateProblem) throw error;
    throw new UpdateProblem(programText('update.notDownloaded'), { cause: error });
  }
  return received > size ? Buffer.alloc(0) : Buffer.concat(chunks);
}
