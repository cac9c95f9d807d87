import { PassThrough, type Readable } from 'node:stream';
import { deviceFilesPath, fileMetadata, limits } from '@fairwatch/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../core/app-error.ts';
import { authenticateDevice, type CallingDevice } from '../../../shared/device-state/device-token.ts';
import { withinQuota } from '../../../shared/device-state/daily-quota.ts';
import type { CommandAnswer } from '../../commands/answers/command-answer.ts';
import { parseInput } from '../../../core/http/payloads/parse-input.ts';
import { hasUnknownLength } from '../../../core/http/payloads/unread-body.ts';
import type { Services } from '../../../shared/services/services.ts';
import { checkSpace } from '../../../core/disk.ts';
import type { Transfer } from '../../../shared/transfers/open-transfers.ts';
import { checkUploadCommand } from './upload-command.ts';
import { createUploads } from './uploads.ts';
import type { UploadRow } from './uploads.store.ts';
import { createWantedFiles } from './wanted-files.ts';

const tusVersion = '1.0.0';
const bytesType = 'application/offset+octet-stream';
/** The response headers of tus that are passed on. The library's CORS headers are dropped. */
const passedOn = ['tus-resumable', 'location', 'upload-offset', 'upload-length', 'upload-metadata'];

type UploadRequest = FastifyRequest<{ Params: { id: string } }>;

/** Serves the uploads of devices by tus 1.0, in requests of a few megabytes. Each request is authorized before its body is read. */
export function serveUploads(app: FastifyInstance, services: Services, answers: readonly CommandAnswer[]): void {
  const uploads = createUploads(services, createWantedFiles(answers));
  // Loaded lazily, to keep the start fast.
  const library = lazily(async () => {
    const { createTusServer, decodeMetadata } = await import('./tus-server.ts');
    return { tus: createTusServer(services.db, services.uploadParts), decodeMetadata };
  });

  /** Receives a request's body until `signal` aborts. Checks the free disk space and the device's daily quota first. */
  async function take<Result>(
    request: FastifyRequest,
    { signal }: Transfer,
    use: (body: Readable | null) => Promise<Result>,
  ): Promise<Result> {
    const bytes = bodyBytes(request);
    if (bytes === 0) return await use(null);
    await checkSpace(services, bytes);
    const sending = { deviceId: callerOf(request).deviceId, kind: 'UPLOADS' } as const;
    return await withinQuota(services, sending, bytes, (count) => withBody(request, signal, use, count));
  }

  async function create(request: UploadRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { deviceId } = callerOf(request);
    checkBody(request);
    const size = lengthOf(request.headers['upload-length']);
    const { tus, decodeMetadata } = await library();
    const metadata = parseInput({ input: fileMetadata }, decodeMetadata(request.headers['upload-metadata']));
    const { headers } = request;
    const commandId = Number(metadata.commandId);
    return await whileWanted({ deviceId, commandId }, async (transfer) => {
      const upload = await uploads.begin({ deviceId, size, metadata });
      const { id } = upload;
      try {
        const answer = await take(request, transfer, (body) => tus({ method: 'POST', id, headers, body }));
        if (await uploads.isComplete(upload)) await uploads.finish(upload);
        return send(reply, answer);
      } catch (error) {
        // The client never learnt the URL, so the upload cannot be continued.
        await uploads.discard(id);
        throw error;
      }
    });
  }

  async function proceed(request: UploadRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { method, headers, params } = request;
    const { deviceId } = callerOf(request);
    checkBody(request);
    const upload = await uploads.find(deviceId, params.id);
    // A client that lost the final response retries and learns that the upload is complete.
    if (upload.finished) return finished(reply, request, upload.size);
    return await whileWanted(upload, async (transfer) => {
      await checkUploadCommand(services.db, upload);
      const { tus } = await library();
      const answer = await take(request, transfer, (body) => tus({ method, id: upload.id, headers, body }));
      if (method !== 'DELETE' && (await uploads.isComplete(upload))) await uploads.finish(upload);
      return send(reply, answer);
    });
  }

  /** Runs an upload and aborts it when its command is cancelled. The received bytes are deleted, and the device gets the reason. */
  async function whileWanted<Result>(
    { id, deviceId, commandId }: Pick<UploadRow, 'deviceId' | 'commandId'> & { id?: string },
    work: (transfer: Transfer) => Promise<Result>,
  ): Promise<Result> {
    const transfer = services.transfers.begin({ deviceId, capability: null, commandId });
    try {
      return await work(transfer);
    } catch (error) {
      if (!transfer.signal.aborted) throw error;
      if (id !== undefined) await uploads.discard(id);
      await checkUploadCommand(services.db, { deviceId, commandId });
      throw error;
    } finally {
      transfer.end();
    }
  }

  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      request.device = await authenticateDevice(services, request.headers.authorization);
    });
    scope.removeAllContentTypeParsers();
    // No parser: the body stays in the socket until the request is authorized, and is then streamed to the disk.
    scope.addContentTypeParser(bytesType, (_request, _bytes, done) => done(null));
    scope.addContentTypeParser('*', (_request, _bytes, done) =>
      done(new AppError('invalid_input', { problem: `The bytes of a file travel as ${bytesType}.` })),
    );
    const config = { access: 'device' as const };
    const bodyLimit = limits.request.maxBytes;
    scope.route({ method: 'POST', url: deviceFilesPath, config, bodyLimit, handler: create });
    scope.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${deviceFilesPath}/:id(^[0-9a-f]{32}$)`,
      config,
      bodyLimit,
      handler: proceed,
    });
  });
}

function lazily<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => (loaded ??= load());
}

function callerOf({ device }: FastifyRequest): CallingDevice {
  if (device === null) throw new Error('This route was reached without a device.');
  return device;
}

function send(reply: FastifyReply, { status, headers }: Response): FastifyReply {
  for (const name of passedOn) {
    const value = headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(status).header('cache-control', 'no-store').send();
}

/** The response for an upload that is already complete. */
function finished(reply: FastifyReply, { method, headers }: FastifyRequest, size: number): FastifyReply {
  if (method === 'DELETE') throw new AppError('upload_not_found');
  if (method === 'PATCH' && headers['upload-offset'] !== String(size)) throw new AppError('upload_offset');
  reply.headers({ 'tus-resumable': tusVersion, 'upload-offset': size, 'upload-length': size });
  return reply
    .code(method === 'HEAD' ? 200 : 204)
    .header('cache-control', 'no-store')
    .send();
}

/** Requires a content-length, so that a chunk that is too large is refused before its first byte. */
function checkBody({ raw, headers }: FastifyRequest): void {
  if (hasUnknownLength(raw)) {
    throw new AppError('invalid_input', { problem: 'A chunk must say its length (Content-Length).' });
  }
  if (Number(headers['content-length'] ?? 0) > limits.request.maxBytes) throw new AppError('body_too_large');
}

function lengthOf(header: unknown): number {
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  throw new AppError('invalid_input', { problem: 'Upload-Length must be the number of bytes in the file.' });
}

/** The announced size of a request's body. */
function bodyBytes({ headers }: FastifyRequest): number {
  return headers['content-type'] === bytesType ? Number(headers['content-length'] ?? 0) : 0;
}

/** Pipes the body through a separate stream. Destroying that one early leaves the connection open for the response. */
async function withBody<Result>(
  { raw }: FastifyRequest,
  signal: AbortSignal,
  use: (body: Readable) => Promise<Result>,
  count: (bytes: number) => void,
): Promise<Result> {
  signal.throwIfAborted();
  const body = new PassThrough();
  const stop = () => body.destroy(new Error('The command of this upload was cancelled.'));
  signal.addEventListener('abort', stop, { once: true });
  const seen = (piece: Buffer) => count(piece.length);
  raw.on('data', seen);
  // Without its own listener, an error after the reader has finished would end the process.
  body.on('error', () => undefined);
  raw.once('error', (error) => body.destroy(error));
  raw.pipe(body);
  try {
    return await use(body);
  } finally {
    signal.removeEventListener('abort', stop);
    raw.off('data', seen);
    raw.unpipe(body);
    raw.resume();
  }
}
