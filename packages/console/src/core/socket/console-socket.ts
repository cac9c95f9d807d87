import {
  clientErrors,
  consoleSocketClose,
  consoleSocketMessage,
  consoleSocketPath,
  limits,
  pingReplyPrefix,
  type ConsoleSocketMessage,
} from '@fairwatch/contract';
import { socketBaseUrl } from '../api/environments.ts';
import { createExternalStore } from '../session/external-store.ts';
import { hasNumbers, storedValue } from '../storage/stored-value.ts';

const { retries, retryDelayMs, pingMs } = limits.consoleSocket;
/** So many pings without a word from the server: a line that was cut without notice would stay "open" for minutes. */
const unansweredAtMost = 3;
/** What a browser says of a line that was cut. */
const abnormalClose = 1006;

const fields = ['attempts', 'lastAttemptAt'] as const;
const retryState = storedValue('websocket', { attempts: 0, lastAttemptAt: 0 }, (value) => hasNumbers(value, fields));

/** `lost` means that nothing is tried any more until somebody asks for it. */
export type Connection = 'connecting' | 'open' | 'retrying' | 'lost';

export interface ConsoleSocketEvents {
  message(message: ConsoleSocketMessage): void;
  /** Open again after it was not: what was on screen may be old. */
  reopened(): void;
  sessionEnded(): void;
  /** No more tries; the text says why. */
  gaveUp(text: string): void;
}

function readMessage(data: unknown): ConsoleSocketMessage | null {
  if (typeof data !== 'string' || data.startsWith(pingReplyPrefix)) return null;
  try {
    const message = consoleSocketMessage.safeParse(JSON.parse(data));
    return message.success ? message.data : null;
  } catch {
    return null;
  }
}

/** The console's live line to the server: pings while open, retries when closed, and says what it heard. */
export function createConsoleSocket(token: string, events: ConsoleSocketEvents) {
  const connection = createExternalStore<Connection>('connecting');
  let socket: WebSocket | null = null;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let wasClosed = false;
  let unanswered = 0;

  function opened(): void {
    retryState.write({ attempts: 0, lastAttemptAt: Date.now() });
    unanswered = 0;
    pingTimer = setInterval(ping, pingMs);
    connection.set('open');
    if (wasClosed) events.reopened();
    wasClosed = false;
  }

  function ping(): void {
    if (unanswered >= unansweredAtMost) {
      drop();
      return closed(abnormalClose);
    }
    unanswered += 1;
    socket?.send(JSON.stringify({ type: 'ping' }));
  }

  /** Lets the current socket go; whatever it still says is not heard. */
  function drop(): void {
    const dropped = socket;
    socket = null;
    dropped?.close();
  }

  function closed(code: number): void {
    clearInterval(pingTimer);
    wasClosed = true;
    if (code === consoleSocketClose.sessionEnded) return events.sessionEnded();
    const { attempts } = retryState.read();
    if (attempts >= retries) return giveUp(clientErrors.socket_lost);
    retryState.write({ attempts: attempts + 1, lastAttemptAt: Date.now() });
    connection.set('retrying');
    retryTimer = setTimeout(open, retryDelayMs);
  }

  function giveUp(text: string): void {
    retryState.write({ attempts: retries, lastAttemptAt: Date.now() });
    connection.set('lost');
    events.gaveUp(text);
  }

  function open(): void {
    const query = new URLSearchParams({ token, userType: 'ADMIN' });
    const opening = new WebSocket(`${socketBaseUrl()}${consoleSocketPath}?${query}`);
    socket = opening;
    // A socket that was replaced or stopped may still speak; only the current one is listened to.
    const ifCurrent = (action: () => void) => () => {
      if (socket === opening) action();
    };
    opening.addEventListener('open', ifCurrent(opened));
    opening.addEventListener('close', ({ code }) => ifCurrent(() => closed(code))());
    opening.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket !== opening) return;
      unanswered = 0;
      const message = readMessage(data);
      if (message !== null) events.message(message);
    });
  }

  function stop(): void {
    clearInterval(pingTimer);
    clearTimeout(retryTimer);
    drop();
  }

  /** Connects, unless this tab has just used up its retries: a reload must not hammer a server that is down. */
  function start(): void {
    stop();
    const { attempts, lastAttemptAt } = retryState.read();
    const exhausted = attempts >= retries;
    if (exhausted && Date.now() - lastAttemptAt < retryDelayMs) return giveUp(clientErrors.socket_unreachable);
    if (exhausted) retryState.write({ attempts: 0, lastAttemptAt });
    connection.set('connecting');
    open();
  }

  return { connection, start, stop };
}
export type ConsoleSocket = ReturnType<typeof createConsoleSocket>;
