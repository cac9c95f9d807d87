import { Agent, request } from 'node:http';

export interface SentRequest {
  method: string;
  /** Path and query as in the request line, not normalised. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array | string;
}

export interface ReceivedAnswer {
  status: number;
  type: string;
  text: string;
}

/** The timeout of a response, above the server's own limit of a minute. */
const answerWithinMs = 90_000;

/** Creates a sender that reuses connections, because opening one per request would dominate the run time. */
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
        // Retries once: an idle connection may close just when it is reused, and a refused body closes its connection.
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

/** Requests a WebSocket upgrade, returns the status and closes the connection. */
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
