import { connect, type Socket } from 'node:net';

const answerWithinMs = 30_000;
const headEnd = Buffer.from('\r\n\r\n');

/** The status is 0 when there was no whole answer. */
export interface HttpAnswer {
  status: number;
  body: string;
}

/**
 * Connections for the same small requests over and over. Node's own client takes as much of the CPU for each as a server does, and here
 * both share a machine. It takes answers with a Content-Length only.
 */
export class HttpConnections {
  readonly #host: string;
  readonly #port: number;
  readonly #idle = new Set<Connection>();
  readonly #waiting: ((connection: Connection) => void)[] = [];
  #free: number;

  constructor(url: string, size: number) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
    this.#free = size;
  }

  async post(path: string, token: string, body: string): Promise<HttpAnswer> {
    const connection = await this.#take();
    const answer = await connection.exchange(
      `POST ${path} HTTP/1.1\r\nhost: ${this.#host}:${this.#port}\r\ncontent-type: application/json\r\n` +
        `authorization: Bearer ${token}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    this.#release(connection);
    return answer;
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
    this.#idle.clear();
  }

  #take(): Connection | Promise<Connection> {
    for (const connection of this.#idle) {
      this.#idle.delete(connection);
      if (connection.isOpen) return connection;
      this.#free += 1;
    }
    if (this.#free === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
    return new Connection(connect({ host: this.#host, port: this.#port, noDelay: true }));
  }

  #release(connection: Connection): void {
    if (connection.isOpen) this.#idle.add(connection);
    else this.#free += 1;
    if (this.#waiting.length > 0) void Promise.resolve(this.#take()).then(this.#waiting.shift());
  }
}

/** One connection with one request at a time. */
class Connection {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #finish: ((answer: HttpAnswer) => void) | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setTimeout(answerWithinMs, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => this.#end({ status: 0, body: '' }));
    // The server ends a connection that it does not keep.
    socket.on('end', () => socket.destroy());
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  exchange(request: string): Promise<HttpAnswer> {
    return new Promise((resolve) => {
      this.#finish = resolve;
      if (this.isOpen) this.#socket.write(request);
      else this.#end({ status: 0, body: '' });
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received.push(chunk);
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    const end = all.indexOf(headEnd);
    if (end < 0) return;
    const head = all.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const from = end + headEnd.length;
    if (all.length < from + length) return;
    this.#received = [];
    if (/\r\nconnection: *close/i.test(head)) this.#socket.destroy();
    this.#end({ status: Number(head.slice(9, 12)), body: all.toString('utf8', from, from + length) });
  }

  #end(answer: HttpAnswer): void {
    const finish = this.#finish;
    this.#finish = null;
    finish?.(answer);
  }
}
