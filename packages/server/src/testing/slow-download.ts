import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Capability } from '@fairwatch/contract';
import { touchLooseBlob } from '../modules/files/content/blobs.store.ts';
import type { TestServer } from './servers/test-server.ts';

const megabyte = 1024 * 1024;
/** More than the kernel buffers for a caller that does not read. */
const largeMegabytes = 32;

/** Stores a file that is too large to fit into socket buffers. */
export async function storeLargeFile({ services: { blobs, db } }: Pick<TestServer, 'services'>): Promise<string> {
  const piece = Buffer.alloc(megabyte, 'film');
  const staged = await blobs.stage(Readable.from(Array.from({ length: largeMegabytes }, () => piece)), null);
  const { sha256, size } = staged;
  const storedAs = await touchLooseBlob(db, { sha256, size, mimeType: 'video/mp4', thumbnail: false });
  await staged.upload(storedAs);
  await staged.place(storedAs);
  await staged.settle();
  return sha256;
}

/** Records a stored file as received from this device. */
export async function giveFile(
  { services: { db } }: Pick<TestServer, 'services'>,
  { deviceId, capability, sha256 }: { deviceId: number; capability: Capability; sha256: string },
): Promise<void> {
  await sql`update blobs set loose = false where sha256 = ${sha256}`.execute(db);
  await sql`
    insert into device_blobs (device_id, capability, sha256, command_id)
    values (${deviceId}, ${capability}, ${sha256}, 0)`.execute(db);
}

/** A download whose reader pauses after the first bytes until the test continues it. */
export interface SlowDownload {
  status: number;
  /** The content-length of the response. */
  length: number;
  /** Reads to the end; returns the number of bytes and whether the connection broke. */
  readOn(): Promise<{ received: number; broken: boolean }>;
}

export async function startSlowDownload(url: URL, headers: Record<string, string> = {}): Promise<SlowDownload> {
  // A separate connection, so that no other request is affected.
  const request = get(url, { headers, agent: false });
  // `readOn` reports an error that happens before it is called.
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  let received = 0;
  response.once('data', (piece: Buffer) => {
    received += piece.length;
    response.pause();
  });
  await once(response, 'pause');
  return {
    status: response.statusCode ?? 0,
    length: Number(response.headers['content-length']),
    async readOn() {
      response.on('data', (piece: Buffer) => (received += piece.length));
      response.resume();
      if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
      return { received, broken: !response.complete };
    },
  };
}
