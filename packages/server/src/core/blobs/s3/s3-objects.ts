import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Bucket } from '../../config/cluster-config.ts';
import { describeError } from '../../describe-error.ts';
import { createSemaphore } from '../../jobs/semaphore.ts';
import { StartError } from '../../config/start-error.ts';
import type { ByteRange } from '../blob-store.ts';
import { StoreFull, StoreUnavailable } from '../store-unavailable.ts';

/** How long the store may keep us waiting, in milliseconds. */
const defaultTimeouts = {
  connect: 5000,
  /** For the answer to a small request. */
  answer: 10_000,
  /** For the next bytes of a download. */
  bytes: 30_000,
  /** For an object, and one more second for each `putBytesPerSecond`. */
  put: 30_000,
};
const putBytesPerSecond = 1024 * 1024;
const attempts = 3;
const retryAfterMs = 200;

/**
 * Downloads have connections of their own, because each lasts as long as its reader takes. Otherwise slow readers would keep
 * uploads waiting.
 */
const connectionsForCalls = 50;
const connectionsForDownloads = 200;
const deletionsAtOnce = 8;

const ignore = () => undefined;

/** What is stored: a file of this machine, or a few bytes. */
export interface NewObject {
  body: { path: string; size: number } | Uint8Array;
  /** The hash of the bytes, if it is known. The store refuses others. */
  sha256?: string;
}

/** The objects of one bucket. Every failure of the store is a `StoreUnavailable` or a `StoreFull`. */
export interface S3Objects {
  put(key: string, object: NewObject): Promise<void>;
  /** The size in bytes; null when there is no such object. */
  stat(key: string): Promise<{ size: number } | null>;
  open(key: string, range?: ByteRange): Readable;
  /** Deletes objects. Deleting a missing one is no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** Lists the keys below a prefix in their order. */
  list(prefix: string): AsyncGenerator<string>;
  /** Creates the bucket unless it exists. */
  prepareBucket(): Promise<void>;
  close(): void;
}

/** Opens a bucket. The client is loaded with the first request, so that a server without S3_URL never loads it. */
export function openS3Objects(
  { endpoint, bucket, region, accessKey, secretKey }: S3Bucket,
  within = defaultTimeouts,
): S3Objects {
  const clients = new Map<number, S3Client>();
  const deleting = createSemaphore(deletionsAtOnce);
  const soon = () => ({ abortSignal: AbortSignal.timeout(within.answer) });

  async function load(connections = connectionsForCalls) {
    const sdk = await import('@aws-sdk/client-s3');
    const known = clients.get(connections);
    if (known) return { sdk, client: known };
    const client = new sdk.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
      forcePathStyle: true,
      // Other stores than Amazon's refuse the checksums that the client adds by default to a stream.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: attempts,
      // Its warnings are of no use to the owner: what fails is thrown, and logged by who asked.
      logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
      requestHandler: {
        connectionTimeout: within.connect,
        httpAgent: { keepAlive: true, maxSockets: connections },
        httpsAgent: { keepAlive: true, maxSockets: connections },
      },
    });
    clients.set(connections, client);
    return { sdk, client };
  }

  /** Sends the bytes once. A stream cannot be sent again, so each attempt opens the file anew. */
  async function putOnce(key: string, { body, sha256 }: NewObject): Promise<void> {
    const { sdk, client } = await load();
    const isFile = !(body instanceof Uint8Array);
    const size = isFile ? body.size : body.length;
    const bytes = isFile ? createReadStream(body.path) : body;
    const command = new sdk.PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentLength: size });
    if (sha256 !== undefined) {
      // The signature covers this header, and the store compares it with what arrived.
      command.middlewareStack.add(
        (next) => async (args) => {
          (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
          return await next(args);
        },
        { step: 'build' },
      );
    }
    const putWithin = within.put + Math.floor(size / putBytesPerSecond) * 1000;
    const unreadable = new AbortController();
    // Without a listener, a file that cannot be read would end the process.
    if (bytes instanceof Readable) bytes.once('error', (error) => unreadable.abort(error));
    try {
      const abortSignal = AbortSignal.any([AbortSignal.timeout(putWithin), unreadable.signal]);
      await client.send(command, { abortSignal });
    } finally {
      if (bytes instanceof Readable) bytes.destroy();
    }
  }

  async function* download(key: string, range: ByteRange | undefined, abort: AbortController): AsyncGenerator<Buffer> {
    /** Fails when the store keeps us waiting. The time that the reader takes does not count. */
    async function inTime<Result>(work: Promise<Result>): Promise<Result> {
      const timer = setTimeout(() => abort.abort(), within.bytes);
      try {
        return await work;
      } finally {
        clearTimeout(timer);
      }
    }
    try {
      const { sdk, client } = await load(connectionsForDownloads);
      const Range = range && `bytes=${range.start}-${Number.isFinite(range.end) ? range.end : ''}`;
      const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: key, ...(Range !== undefined && { Range }) });
      const { Body: body } = await inTime(client.send(command, { abortSignal: abort.signal }));
      if (!(body instanceof Readable)) throw new Error('The answer has no bytes.');
      const stop = () => body.destroy(new Error('The download was ended.'));
      abort.signal.addEventListener('abort', stop, { once: true });
      const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      try {
        for (;;) {
          const { done, value } = await inTime(pieces.next());
          if (done) return;
          yield value;
        }
      } finally {
        abort.signal.removeEventListener('abort', stop);
        body.destroy();
      }
    } catch (error) {
      throw failure(error);
    }
  }

  return {
    async put(key, object) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await putOnce(key, object);
        } catch (error) {
          if (attempt === attempts || statusOf(error) === 403) throw failure(error);
          await new Promise((resolve) => setTimeout(resolve, retryAfterMs * 2 ** attempt));
        }
      }
    },

    async stat(key) {
      const { sdk, client } = await load();
      try {
        const command = new sdk.HeadObjectCommand({ Bucket: bucket, Key: key });
        const { ContentLength: size } = await client.send(command, soon());
        return { size: size ?? 0 };
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw failure(error);
      }
    },

    open(key, range) {
      const abort = new AbortController();
      const bytes = Readable.from(download(key, range, abort), { objectMode: false });
      // A reader that goes away also ends a request that has not been answered yet.
      bytes.once('close', () => abort.abort());
      return bytes;
    },

    async delete(keys) {
      const { sdk, client } = await load();
      // One by one: the call for many at once demands a checksum that older stores do not know.
      const deleteOne = async (key: string) => {
        const command = new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key });
        await client.send(command, soon()).catch((error: unknown) => {
          if (statusOf(error) !== 404) throw failure(error);
        });
      };
      await Promise.all(keys.map((key) => deleting(() => deleteOne(key))));
    },

    async *list(prefix) {
      const { sdk, client } = await load();
      for (let next: string | undefined; ;) {
        const command = new sdk.ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ...(next !== undefined && { ContinuationToken: next }),
        });
        const page = await client.send(command, soon()).catch((error: unknown) => {
          throw failure(error);
        });
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
        next = page.NextContinuationToken;
        if (next === undefined) return;
      }
    },

    async prepareBucket() {
      const { sdk, client } = await load();
      try {
        await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }), soon());
      } catch (error) {
        if (statusOf(error) !== 404) throw failure(error);
        await client.send(new sdk.CreateBucketCommand({ Bucket: bucket }), soon()).catch((refused: unknown) => {
          // Another server that starts at the same moment may have created it.
          if (statusOf(refused) !== 409) throw failure(refused);
        });
      }
    },

    close() {
      for (const client of clients.values()) client.destroy();
    },
  };
}

/** Throws a StartError unless the bucket can be used. Creates it if it does not exist. */
export async function requireBucket(s3: S3Bucket): Promise<void> {
  const objects = openS3Objects(s3);
  try {
    await objects.prepareBucket();
  } catch (error) {
    throw explainBucket(s3, error);
  } finally {
    objects.close();
  }
}

/** Turns a failure of the store into a line for the owner, who has no log to look at. */
export function explainBucket({ bucket }: S3Bucket, error: unknown): unknown {
  if (!(error instanceof StoreUnavailable || error instanceof StoreFull)) return error;
  const { cause } = error;
  return new StartError(`The bucket ${bucket} of S3_URL cannot be used: ${describeError(cause)}`, { cause });
}

/** The HTTP status of the store's answer; undefined when there was none. */
function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}

const fullNames = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'];

function failure(error: unknown): Error {
  if (error instanceof StoreUnavailable || error instanceof StoreFull) return error;
  const { name = 'Error', message = '' } = error as Partial<Error>;
  const status = statusOf(error);
  // The client's error has the whole request with its signature, which must not get into the log.
  const cause = new Error(`${name}: ${message}${status === undefined ? '' : ` (HTTP ${status})`}`);
  return fullNames.includes(name) || status === 507 ? new StoreFull(cause) : new StoreUnavailable(cause);
}
