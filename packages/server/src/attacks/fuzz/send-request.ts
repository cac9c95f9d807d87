import { Agent, request } from 'node:http';

export interface SentRequest {
  method: string;
  /** Path and query as they stand in the first line. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array | string;
}

export interface ReceivedAnswer {
  status: number;
  type: string;
  text: string;
}

/** An answer that has not come by then never will: the server's own limit for a request is a minute. */
const answerWithinMs = 90_000;

/** Sends requests over connections that stay open: with one for each, most of the time would go into opening them. */
export function createSender(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const { hostname, port } = new URL(url);

  function attempt({ method, path, headers, body }: SentRequest): Promise<ReceivedAnswer> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request({ agent, hostname, port, method, path, headers: { ...length, ...headers } });
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => void chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      sent.on('error', reject);
      sent.setTimeout(answerWithinMs, () => sent.destroy(new Error('No answer came.')));
      sent.end(body);
    });
  }

  return {
    async send(sent: SentRequest): Promise<ReceivedAnswer> {
      try {
        return await attempt(sent);
      } catch (error) {
        // An idle connection may end just when it is used again, and a body that is refused unread ends its connection.
        if (!isCut(error)) throw error;
        return await attempt({ ...sent, headers: { ...sent.headers, connection: 'close' } });
      }
    },
    close: () => agent.destroy(),
  };
}

export type Sender = ReturnType<typeof createSender>;

function isCut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** Asks for a WebSocket; returns the status of the answer and ends the connection. */
export function openSocket(url: string, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    const sent = request({ agent: false, hostname, port, path, headers: { ...headers, ...upgrade } });
    sent.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(101);
    });
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.setTimeout(answerWithinMs, () => sent.destroy(new Error('No answer came.')));
    sent.end();
  });
}
