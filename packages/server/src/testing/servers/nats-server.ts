import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';

/** A NATS server that a test can kill and start again on the same port. */
export interface TestNats {
  url: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** What only the small server can do. */
export interface FaultyNats extends TestNats {
  /** Loses the next message with this text, and no heartbeat before it. */
  loseNext(text: string): void;
  /** Loses everything that clients of this name publish, and leaves them connected. */
  mute(name: string | null): void;
  /** Reads nothing from its clients until `resume`. */
  pause(): void;
  resume(): void;
  /** Sends a message to all subscribers. */
  inject(subject: string, text: string): void;
  /** The subjects and the texts of all messages so far. */
  readonly messages: readonly { subject: string; text: string }[];
}

interface NatsOptions {
  /** Without them, every client is let in. */
  credentials?: { user: string; password: string };
  maxPayload?: number;
}

/** What the server keeps of a client. */
interface Client {
  socket: Socket;
  name: string;
  /** False when it does not want its own messages. */
  echo: boolean;
  /** Subjects by subscription id. */
  subscriptions: Map<string, string>;
}

/**
 * A NATS server as small as our use of it: subjects without wildcards, no headers, no TLS. So the real client is tested on every machine, and
 * with faults that the real server cannot be asked for.
 */
export async function startTestNats({ credentials, maxPayload = 1024 * 1024 }: NatsOptions = {}): Promise<FaultyNats> {
  const clients = new Set<Client>();
  const messages: { subject: string; text: string }[] = [];
  let server: Server;
  const port = await freePort();
  let losing: string | null = null;
  let muted: string | null = null;
  let isPaused = false;

  const info = () =>
    JSON.stringify({
      server_id: 'test',
      server_name: 'test',
      version: '2.9.10',
      go: '',
      host: '127.0.0.1',
      port,
      proto: 1,
      headers: false,
      max_payload: maxPayload,
      client_id: clients.size + 1,
      ...(credentials && { auth_required: true }),
    });

  function accept(socket: Socket): void {
    const client: Client = { socket, name: '', echo: true, subscriptions: new Map() };
    clients.add(client);
    let buffered = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('close', () => clients.delete(client));
    socket.on('data', (chunk) => (buffered = handleAll(client, Buffer.concat([buffered, chunk]))));
    socket.write(`INFO ${info()}\r\n`);
    if (isPaused) socket.pause();
  }

  /** Handles all complete commands and returns what is left. */
  function handleAll(client: Client, bytes: Buffer): Buffer<ArrayBuffer> {
    let rest = Buffer.from(bytes);
    for (;;) {
      const end = rest.indexOf('\r\n');
      if (end < 0) return rest;
      const [verb = '', ...words] = rest.subarray(0, end).toString().split(' ');
      if (verb.toUpperCase() !== 'PUB') {
        handle(client, verb.toUpperCase(), words);
        rest = rest.subarray(end + 2);
        continue;
      }
      const from = end + 2;
      const to = from + Number(words.at(-1));
      if (rest.length < to + 2) return rest;
      publish(words[0] ?? '', rest.subarray(from, to).toString(), client);
      rest = rest.subarray(to + 2);
    }
  }

  function handle(client: Client, verb: string, words: readonly string[]): void {
    if (verb === 'PING') client.socket.write('PONG\r\n');
    else if (verb === 'SUB') client.subscriptions.set(words.at(-1) ?? '', words[0] ?? '');
    else if (verb === 'UNSUB') client.subscriptions.delete(words[0] ?? '');
    else if (verb === 'CONNECT') welcome(client, JSON.parse(words.join(' ')) as Record<string, unknown>);
  }

  function welcome(client: Client, { name, echo, user, pass }: Record<string, unknown>): void {
    client.name = String(name);
    client.echo = echo !== false;
    if (credentials && (user !== credentials.user || pass !== credentials.password))
      client.socket.end(`-ERR 'Authorization Violation'\r\n`);
  }

  function publish(subject: string, text: string, from: Client | null): void {
    messages.push({ subject, text });
    if (from !== null && from.name === muted) return;
    if (losing !== null && text.includes(losing)) return void (losing = null);
    for (const client of clients) {
      if (client === from && !client.echo) continue;
      for (const [id, wanted] of client.subscriptions) {
        if (wanted === subject) client.socket.write(`MSG ${subject} ${id} ${Buffer.byteLength(text)}\r\n${text}\r\n`);
      }
    }
  }

  async function listen(): Promise<void> {
    server = createServer(accept);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }

  async function kill(): Promise<void> {
    if (!server.listening) return;
    server.close();
    for (const { socket } of clients) socket.destroy();
    await once(server, 'close');
  }

  await listen();
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    restart: listen,
    close: kill,
    loseNext: (text) => void (losing = text),
    mute: (name) => void (muted = name),
    pause() {
      isPaused = true;
      for (const { socket } of clients) socket.pause();
    },
    resume() {
      isPaused = false;
      for (const { socket } of clients) socket.resume();
    },
    inject: (subject, text) => publish(subject, text, null),
    messages,
  };
}

/** True when this machine has a `nats-server`. */
export function hasRealNats(): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'nats-server')));
}

/** Starts the `nats-server` of this machine. */
export async function startRealNats(): Promise<TestNats> {
  const port = await freePort();
  const start = async () => {
    const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const started = new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false));
      child.once('exit', () => resolve(false));
      child.stderr.on('data', (line) => String(line).includes('Server is ready') && resolve(true));
    });
    return (await started) ? child : null;
  };
  let child = await start();
  if (child === null) throw new Error('nats-server did not start.');
  const kill = async () => {
    if (child === null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
    child = null;
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    restart: async () => void (child = await start()),
    close: kill,
  };
}
