import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { openS3Objects, type S3Objects } from '../../core/blobs/s3/s3-objects.ts';
import type { S3Bucket } from '../../core/config/cluster-config.ts';
import { loadConfig } from '../../core/config/config.ts';

export interface TestS3 {
  bucket: S3Bucket;
  /** The same store with another bucket, which does not exist yet. */
  another(name: string): S3Bucket;
  objects: S3Objects;
  /** Lists the keys of all objects. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** The only key that the fake store knows. */
const key = 'S3RVER';

/**
 * Starts a fake S3 store with an empty bucket. It is good enough for our calls. With TEST_S3_URL, which is written like S3_URL, a
 * real store is used instead: run such tests one file after the other, because all use the same buckets.
 */
export async function startTestS3(): Promise<TestS3> {
  const store =
    process.env['TEST_S3_URL'] === undefined ? await startFakeStore() : realStore(process.env['TEST_S3_URL']);
  const used = new Map<string, S3Bucket>();
  const another = (bucket: string) => {
    const found = { ...store.access, bucket };
    used.set(bucket, found);
    return found;
  };
  const bucket = another('fairwatch');
  const objects = openS3Objects(bucket);
  await objects.prepareBucket();
  await objects.delete(await keysOf(objects));
  return {
    bucket,
    another,
    objects,
    keys: () => keysOf(objects),
    async close() {
      objects.close();
      await store.close([...used.values()]);
    },
  };
}

interface Store {
  access: Omit<S3Bucket, 'bucket'>;
  close(used: readonly S3Bucket[]): Promise<void>;
}

async function startFakeStore(): Promise<Store> {
  const directory = await mkdtemp(join(tmpdir(), 'fairwatch-s3-'));
  // It computes other signatures than the client of Amazon does; it does look at the access key.
  const options = { silent: true, directory, vhostBuckets: false, allowMismatchedSignatures: true };
  const store = new S3rver({ address: '127.0.0.1', port: 0, ...options });
  const { port } = await store.run();
  return {
    access: { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', accessKey: key, secretKey: key },
    async close() {
      store.httpServer.closeAllConnections();
      await store.close();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function realStore(url: string): Store {
  const { s3 } = loadConfig({ S3_URL: url });
  if (s3 === null) throw new Error('TEST_S3_URL is empty.');
  return {
    access: s3,
    async close(used) {
      for (const bucket of used) {
        const objects = openS3Objects(bucket);
        await objects.prepareBucket();
        await objects.delete(await keysOf(objects));
        objects.close();
      }
    },
  };
}

/** Lists the keys below a prefix. */
export async function keysOf(objects: S3Objects, prefix = ''): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of objects.list(prefix)) keys.push(key);
  return keys;
}

/** Starts a store that accepts connections and never answers. */
export async function startSilentS3(): Promise<{ bucket: S3Bucket; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    bucket: { endpoint, bucket: 'fairwatch', region: 'us-east-1', accessKey: key, secretKey: key },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
