import { once } from 'node:events';
import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2';

export interface Http2Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** An HTTP/2 connection. */
export interface Http2Client {
  session: ClientHttp2Session;
  /** Starts a request. The caller writes and ends its body. */
  begin(method: string, path: string, headers?: Record<string, string | number>): ClientHttp2Stream;
  /** Sends a request and reads the response. */
  ask(
    method: string,
    path: string,
    headers?: Record<string, string | number>,
    body?: string | Uint8Array,
  ): Promise<Http2Answer>;
  close(): void;
}

export async function connectHttp2(url: string): Promise<Http2Client> {
  const session = connect(url);
  // Each pending stream reports connection errors itself.
  session.on('error', () => undefined);
  await once(session, 'connect');
  const begin: Http2Client['begin'] = (method, path, headers = {}) => {
    const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: false });
    stream.on('error', () => undefined);
    return stream;
  };
  return {
    session,
    begin,
    async ask(method, path, headers = {}, body) {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const stream = session.request({ ':method': method, ':path': path, ...length, ...headers }, { endStream: !body });
      if (body !== undefined) stream.end(body);
      return await readHttp2(stream);
    },
    close: () => session.destroy(),
  };
}

/** Reads a response to its end; rejects when it is aborted. */
export async function readHttp2(stream: ClientHttp2Stream): Promise<Http2Answer> {
  const pieces: Buffer[] = [];
  let headers: (IncomingHttpHeaders & { ':status'?: number }) | undefined;
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  // All listeners are added synchronously, because headers, body and end may arrive together.
  stream.once('response', (told) => (headers = told));
  stream.on('data', (piece: Buffer) => void pieces.push(piece));
  // Waits for `end` and not for `close`, because the server may respond before the request is fully sent.
  stream.once('end', resolve);
  stream.once('close', () => (stream.rstCode === constants.NGHTTP2_NO_ERROR ? resolve() : reject(brokenOff(stream))));
  await ended;
  if (headers === undefined) throw brokenOff(stream);
  return { status: headers[':status'] ?? 0, headers, body: Buffer.concat(pieces) };
}

function brokenOff({ rstCode }: ClientHttp2Stream): Error {
  return new Error(`The stream was reset with ${rstCode}.`);
}
