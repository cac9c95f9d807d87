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
import { onWorthTrying } from '../connection/worth-trying.ts';
import { createExternalStore } from '../session/external-store.ts';
import { hasNumbers, storedValue } from '../storage/stored-value.ts';

const { retries, retryDelayMs, openMs, pingMs } = limits.consoleSocket;
/** So many pings without a word from the server: a connection that was cut without notice would stay "open" for minutes. */
const unansweredAtMost = 2;
/** The same for a single ping when something says that the connection is gone. */
const answerWithinMs = 5_000;
/** What a browser says of a connection that was cut. */
const abnormalClose = 1006;

const fields = ['attempts', 'lastAttemptAt'] as const;
const retryState = storedValue('websocket', { attempts: 0, lastAttemptAt: 0 }, (value) => hasNumbers(value, fields));

/** `lost` means that the retries are used up. It is still tried now and then, without a word. */
export type Connection = 'connecting' | 'open' | 'retrying' | 'lost';

export interface ConsoleSocketEvents {
  message(message: ConsoleSocketMessage): void;
  /** Open again after it was not: what was on screen may be old. */
  reopened(): void;
  sessionEnded(): void;
  /** Closed, or no answer; `since` is when it was last known to work. */
  interrupted(since: number): void;
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

/** The console's socket to the server: pings while open, retries when closed, and passes on what it hears. */
export function createConsoleSocket(token: string, events: ConsoleSocketEvents) {
  const connection = createExternalStore<Connection>('connecting');
  let socket: WebSocket | null = null;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let openTimer: ReturnType<typeof setTimeout> | undefined;
  let checkTimer: ReturnType<typeof setTimeout> | undefined;
  let stopTrying: (() => void) | undefined;
  let wasClosed = false;
  let unanswered = 0;
  let lastHeardAt = 0;

  function opened(): void {
    retryState.write({ attempts: 0, lastAttemptAt: Date.now() });
    clearTimeout(openTimer);
    stopTrying?.();
    heard();
    pingTimer = setInterval(ping, pingMs);
    connection.set('open');
    if (wasClosed) events.reopened();
    wasClosed = false;
  }

  function heard(): void {
    unanswered = 0;
    lastHeardAt = Date.now();
  }

  function ping(): void {
    if (unanswered >= unansweredAtMost) return fail(lastHeardAt);
    unanswered += 1;
    socket?.send(JSON.stringify({ type: 'ping' }));
  }

  /** Asks at once whether the connection still works, when something says that it may not. */
  function check(): void {
    if (connection.get() !== 'open') return;
    clearTimeout(checkTimer);
    checkTimer = setTimeout(() => unanswered > 0 && fail(lastHeardAt), answerWithinMs);
    ping();
  }

  /** Takes the current socket for closed, whatever the browser believes. */
  function fail(since: number): void {
    drop();
    closed(abnormalClose, since);
  }

  /** Lets the current socket go; whatever it still says is not heard. */
  function drop(): void {
    const dropped = socket;
    socket = null;
    dropped?.close();
  }

  function clearTimers(): void {
    clearInterval(pingTimer);
    for (const timer of [openTimer, checkTimer, retryTimer]) clearTimeout(timer);
  }

  function closed(code: number, since: number): void {
    clearTimers();
    wasClosed = true;
    if (code === consoleSocketClose.sessionEnded) {
      stopTrying?.();
      return events.sessionEnded();
    }
    // One of the later attempts, of which nobody is told.
    if (connection.get() === 'lost') return;
    events.interrupted(since);
    const { attempts } = retryState.read();
    if (attempts >= retries) return giveUp(clientErrors.socket_lost);
    retryState.write({ attempts: attempts + 1, lastAttemptAt: Date.now() });
    connection.set('retrying');
    retryTimer = setTimeout(open, retryDelayMs);
  }

  function giveUp(text: string): void {
    retryState.write({ attempts: retries, lastAttemptAt: Date.now() });
    connection.set('lost');
    stopTrying?.();
    stopTrying = onWorthTrying(reopen);
    events.gaveUp(text);
  }

  /** Another attempt after the console has given up. */
  function reopen(): void {
    drop();
    clearTimers();
    open();
  }

  function open(): void {
    const query = new URLSearchParams({ token, userType: 'ADMIN' });
    const opening = new WebSocket(`${socketBaseUrl()}${consoleSocketPath}?${query}`);
    socket = opening;
    // Some networks, and some proxies, neither answer nor refuse.
    openTimer = setTimeout(() => fail(Date.now()), openMs);
    // A socket that was replaced or stopped may still speak; only the current one is listened to.
    const ifCurrent = (action: () => void) => () => {
      if (socket === opening) action();
    };
    opening.addEventListener('open', ifCurrent(opened));
    opening.addEventListener('close', ({ code }) => ifCurrent(() => closed(code, Date.now()))());
    opening.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket !== opening) return;
      heard();
      const message = readMessage(data);
      if (message !== null) events.message(message);
    });
  }

  function stop(): void {
    clearTimers();
    stopTrying?.();
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

  return { connection, start, stop, check };
}
export type ConsoleSocket = ReturnType<typeof createConsoleSocket>;
