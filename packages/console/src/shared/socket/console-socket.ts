import {
  consoleSocketClose,
  consoleSocketMessage,
  consoleSocketPath,
  limits,
  pingReplyPrefix,
  type ConsoleSocketMessage,
  type ConsoleSocketRequest,
} from '@fairwatch/contract';
import { clientErrorText } from '../../core/api/error-text.ts';
import { socketBaseUrl } from '../../core/api/environments.ts';
import { onRetrySignal } from '../../core/connection/retry-signal.ts';
import { createExternalStore } from '../../core/state/external-store.ts';
import { hasNumbers, storedValue } from '../../core/state/stored-value.ts';

const { retries, retryDelayMs, openMs, pingMs } = limits.consoleSocket;
/** The socket fails after this many unanswered pings, because browsers detect a silent disconnect only after minutes. */
const maxUnansweredPings = 2;
/** The timeout of the ping in `check`. */
const checkTimeoutMs = 5_000;
/** The close code of browsers for a lost connection. */
const abnormalClose = 1006;

const fields = ['attempts', 'lastAttemptAt'] as const;
const retryState = storedValue('websocket', { attempts: 0, lastAttemptAt: 0 }, (value) => hasNumbers(value, fields));

/** `lost` means that the retries are used up. Further attempts follow on each retry signal, but are not reported. */
export type Connection = 'connecting' | 'open' | 'retrying' | 'lost';

export interface ConsoleSocketEvents {
  message(message: ConsoleSocketMessage): void;
  /** The socket is open for the first time. `handshakeMs` is how long that took. */
  opened(handshakeMs: number): void;
  /** The socket is open again. Data on screen may be stale. */
  reopened(): void;
  sessionEnded(): void;
  /** The connection was closed or does not answer. `since` is the time in milliseconds when it last worked. */
  interrupted(since: number): void;
  /** The retries are used up. The text is for the admin. */
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

/** The console's socket to the server. It pings while open, reconnects when closed, and passes messages to `events`. */
export function createConsoleSocket(token: string, events: ConsoleSocketEvents) {
  const connection = createExternalStore<Connection>('connecting');
  let socket: WebSocket | null = null;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let openTimer: ReturnType<typeof setTimeout> | undefined;
  let checkTimer: ReturnType<typeof setTimeout> | undefined;
  let stopRetrying: (() => void) | undefined;
  let wasClosed = false;
  let openingAt = 0;
  let unanswered = 0;
  let lastHeardAt = 0;

  function handleOpen(): void {
    retryState.write({ attempts: 0, lastAttemptAt: Date.now() });
    clearTimeout(openTimer);
    stopRetrying?.();
    markAlive();
    pingTimer = setInterval(ping, pingMs);
    connection.set('open');
    if (wasClosed) events.reopened();
    else events.opened(Date.now() - openingAt);
    wasClosed = false;
  }

  function markAlive(): void {
    unanswered = 0;
    lastHeardAt = Date.now();
  }

  function ping(): void {
    if (unanswered >= maxUnansweredPings) return fail(lastHeardAt);
    unanswered += 1;
    send({ type: 'ping' });
  }

  function send(request: ConsoleSocketRequest): void {
    socket?.send(JSON.stringify(request));
  }

  /** Verifies with a ping that the connection still works. Called when it may be lost. */
  function check(): void {
    if (connection.get() !== 'open') return;
    clearTimeout(checkTimer);
    checkTimer = setTimeout(() => unanswered > 0 && fail(lastHeardAt), checkTimeoutMs);
    ping();
  }

  /** Handles the current socket as closed, whatever its state in the browser. */
  function fail(since: number): void {
    drop();
    handleClose(abnormalClose, since);
  }

  /** Closes the current socket and ignores its further events. */
  function drop(): void {
    const dropped = socket;
    socket = null;
    dropped?.close();
  }

  function clearTimers(): void {
    clearInterval(pingTimer);
    for (const timer of [openTimer, checkTimer, retryTimer]) clearTimeout(timer);
  }

  function handleClose(code: number, since: number): void {
    clearTimers();
    wasClosed = true;
    if (code === consoleSocketClose.sessionEnded) {
      stopRetrying?.();
      return events.sessionEnded();
    }
    // A failed attempt after giving up is not reported.
    if (connection.get() === 'lost') return;
    events.interrupted(since);
    const { attempts } = retryState.read();
    if (attempts >= retries) return giveUp(clientErrorText('socket_lost'));
    retryState.write({ attempts: attempts + 1, lastAttemptAt: Date.now() });
    connection.set('retrying');
    retryTimer = setTimeout(open, retryDelayMs);
  }

  function giveUp(text: string): void {
    retryState.write({ attempts: retries, lastAttemptAt: Date.now() });
    connection.set('lost');
    stopRetrying?.();
    stopRetrying = onRetrySignal(reopen);
    events.gaveUp(text);
  }

  /** Makes another attempt after giving up. */
  function reopen(): void {
    drop();
    clearTimers();
    open();
  }

  function open(): void {
    const query = new URLSearchParams({ token, userType: 'ADMIN' });
    const opening = new WebSocket(`${socketBaseUrl()}${consoleSocketPath}?${query}`);
    socket = opening;
    openingAt = Date.now();
    // Some networks and proxies never answer the handshake.
    openTimer = setTimeout(() => fail(Date.now()), openMs);
    // A socket that was replaced or stopped may still emit events; only those of the current one count.
    const ifCurrent = (action: () => void) => () => {
      if (socket === opening) action();
    };
    opening.addEventListener('open', ifCurrent(handleOpen));
    opening.addEventListener('close', ({ code }) => ifCurrent(() => handleClose(code, Date.now()))());
    opening.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket !== opening) return;
      markAlive();
      const message = readMessage(data);
      if (message !== null) events.message(message);
    });
  }

  function stop(): void {
    clearTimers();
    stopRetrying?.();
    drop();
  }

  /** Connects, unless this tab has just used up its retries: a reload must not hammer a server that is down. */
  function start(): void {
    stop();
    const { attempts, lastAttemptAt } = retryState.read();
    const exhausted = attempts >= retries;
    if (exhausted && Date.now() - lastAttemptAt < retryDelayMs) return giveUp(clientErrorText('socket_unreachable'));
    if (exhausted) retryState.write({ attempts: 0, lastAttemptAt });
    connection.set('connecting');
    open();
  }

  return { connection, start, stop, check, send };
}
export type ConsoleSocket = ReturnType<typeof createConsoleSocket>;
