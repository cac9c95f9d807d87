import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { controlAnswer, maxLineBytes } from './control-line.ts';
import { canReach } from './control-client.ts';
import { parseControlWords, type ControlMessage } from './control-words.ts';
import { programText } from '../texts/program.texts.ts';

/** Another process of this program runs on the same state folder. */
export class AlreadyRunning extends Error {
  constructor() {
    super(programText('control.alreadyRuns'));
    this.name = 'AlreadyRunning';
  }
}

export interface ControlServer {
  close(): Promise<void>;
}

/** Carries out a message. What it returns is printed by the process that sent it; an error is its message. */
export type HandleControl = (message: ControlMessage) => Promise<string> | string;

const idleTimeoutMs = 5000;
const maxPathBytes = 100;

/**
 * Listens for taps on a socket in the state folder. Only one process can: a socket that nobody listens on any more is replaced, and while
 * somebody does, `AlreadyRunning` is thrown.
 */
export async function listenForControl(path: string, handle: HandleControl): Promise<ControlServer> {
  if (Buffer.byteLength(path) > maxPathBytes) {
    throw new Error(programText('control.longPath', { path }));
  }
  const server = createServer((socket) => serve(socket, handle));
  try {
    await listen(server, path);
  } catch (error) {
    if (!isInUse(error)) throw error;
    if (await canReach(path)) throw new AlreadyRunning();
    await rm(path, { force: true });
    await listen(server, path);
  }
  await chmod(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        // Closing removes the socket file.
        server.close(() => resolve());
      }),
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function serve(socket: Socket, handle: HandleControl): void {
  let text = '';
  let isAnswered = false;
  const answer = (line: string) => {
    isAnswered = true;
    socket.end(`${line}\n`);
  };
  socket.setEncoding('utf8');
  socket.setTimeout(idleTimeoutMs, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.on('data', (piece: string) => {
    if (isAnswered) return;
    text += piece;
    if (Buffer.byteLength(text) > maxLineBytes) return void socket.destroy();
    const end = text.indexOf('\n');
    if (end === -1) return;
    isAnswered = true;
    // The answer may take longer than a peer may be silent.
    socket.setTimeout(0);
    void respond(text.slice(0, end), handle).then(answer);
  });
}

async function respond(line: string, handle: HandleControl): Promise<string> {
  const message = parseControlWords(line.split(' '));
  if (message === null) return controlAnswer(false, programText('control.unknown'));
  try {
    return controlAnswer(true, await handle(message));
  } catch (error) {
    return controlAnswer(false, error instanceof Error ? error.message : String(error));
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
