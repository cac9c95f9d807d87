import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import { describeError } from '../describe-error.ts';
import type { Log } from '../log.ts';
import type { Scheduler, Stop } from '../jobs/scheduler.ts';
import { StartError } from '../config/start-error.ts';
import type { Wire, WireListener } from './wire.ts';

/** How long an attempt to connect may take, and the time until the next one. */
const connectWithinMs = 5000;
const retryAfterMs = 500;
/** Attempts that fail make one line in this time. */
const failureLogEveryMs = 60_000;
/** Finds a connection that is open and dead: two pings without an answer. */
const pingEveryMs = 2000;
const unansweredPings = 2;
/** The server is asked whether it took what was sent after so many bytes, and is sent no more than this without an answer. */
const confirmEveryBytes = 256 * 1024;
const maxUnconfirmedBytes = 16 * 1024 * 1024;
/** How long a server that stops waits for NATS. */
const closeWithinMs = 2000;
const defaultMaxBytes = 1024 * 1024;

export type NatsLogEvent = 'bus.connect_failed' | 'bus.lost' | 'bus.regained';

interface NatsWireOptions {
  /** Addresses with commas between them; user and password of the first are used for all. */
  url: string;
  /** The subject that all servers of this installation, and no others, use. */
  subject: string;
  /** The name of this server, as NATS lists its connections. */
  name: string;
  scheduler: Scheduler;
  log: Log<NatsLogEvent>;
}

/**
 * Connects to NATS and keeps connected. It returns after the first attempt: without NATS the server starts and polls the database until NATS
 * is there. Throws when NATS refuses the credentials, which no later attempt changes.
 */
export async function connectNats(
  { url, subject, name, scheduler, log }: NatsWireOptions,
  listener: WireListener,
): Promise<Wire> {
  // Loaded only here: a single server does not need it.
  const { connect, errors } = await import('@nats-io/transport-node');
  const connectionOptions = natsOptions(url, name);
  let connection: NatsConnection | null = null;
  let isUp = false;
  let isClosing = false;
  let unconfirmed = 0;
  let isConfirming = false;
  let stopRetrying: Stop | null = null;
  let failureLoggedAt = -Infinity;

  function setUp(up: boolean): void {
    if (isUp === up || isClosing) return;
    isUp = up;
    unconfirmed = 0;
    if (up) {
      log.info({ event: 'bus.regained' }, 'Connected to NATS');
      listener.onUp();
    } else {
      log.warn({ event: 'bus.lost' }, 'Lost the connection to NATS: this server polls the database meanwhile');
      listener.onDown();
    }
  }

  async function open(): Promise<void> {
    const opened = await connect(connectionOptions);
    try {
      opened.subscribe(subject, {
        callback(error, message) {
          if (error === null) listener.onMessage(message.string());
          else log.error({ err: error, event: 'bus.connect_failed' }, 'NATS refused the subscription');
        },
      });
      // After the answer every message of others arrives.
      await opened.flush();
    } catch (error) {
      await opened.close();
      throw error;
    }
    if (isClosing) return await opened.close();
    connection = opened;
    setUp(true);
    void follow(opened);
    void reopenAfter(opened);
  }

  /** The client gives up only when it is told to; should it do so otherwise, a new connection is opened. */
  async function reopenAfter(opened: NatsConnection): Promise<void> {
    await opened.closed();
    setUp(false);
    retryLater();
  }

  async function follow(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') setUp(false);
      // The subscription was sent again; after the answer it holds.
      else if (type === 'reconnect')
        opened.flush().then(
          () => setUp(true),
          () => setUp(false),
        );
    }
  }

  function retryLater(): void {
    if (isClosing) return;
    stopRetrying = scheduler.after(retryAfterMs, () => open().catch(retryAfter));
  }

  function retryAfter(error: unknown): void {
    if (scheduler.now() - failureLoggedAt >= failureLogEveryMs) {
      failureLoggedAt = scheduler.now();
      log.warn({ event: 'bus.connect_failed', reason: describeError(error) }, 'Failed to connect to NATS');
    }
    retryLater();
  }

  /** Learns how much of what was sent has arrived, so that a server that stalls does not fill the memory. */
  function confirm(opened: NatsConnection): void {
    if (isConfirming || unconfirmed < confirmEveryBytes) return;
    isConfirming = true;
    const sent = unconfirmed;
    opened
      .flush()
      .then(
        () => void (unconfirmed = Math.max(0, unconfirmed - sent)),
        () => undefined,
      )
      .finally(() => (isConfirming = false));
  }

  await open().catch((error: unknown) => {
    if (error instanceof errors.AuthorizationError)
      throw new StartError('NATS_URL: the NATS server refused the user name, the password or the token.');
    retryAfter(error);
  });

  return {
    get isUp() {
      return isUp;
    },
    get maxBytes() {
      return connection?.info?.max_payload ?? defaultMaxBytes;
    },
    send(text) {
      if (!isUp || connection === null || unconfirmed > maxUnconfirmedBytes) return false;
      try {
        connection.publish(subject, text);
      } catch {
        return false;
      }
      unconfirmed += text.length;
      confirm(connection);
      return true;
    },
    async close() {
      isClosing = true;
      stopRetrying?.();
      if (connection === null) return;
      const { promise: timeout, resolve } = Promise.withResolvers<void>();
      const stop = scheduler.after(closeWithinMs, resolve);
      if (isUp) await Promise.race([connection.flush().catch(() => undefined), timeout]);
      await Promise.race([connection.close(), timeout]);
      stop();
    },
  };
}

/** The options of a connection that tries again for ever. The client does not read credentials from addresses. */
export function natsOptions(url: string, name: string): ConnectionOptions {
  const addresses = url.split(',').map((each) => new URL(each.trim()));
  const [first] = addresses;
  const [user, password] = [decodeURIComponent(first?.username ?? ''), decodeURIComponent(first?.password ?? '')];
  return {
    servers: addresses.map(({ host }) => host),
    name,
    noEcho: true,
    timeout: connectWithinMs,
    reconnectTimeWait: retryAfterMs,
    reconnectJitter: retryAfterMs / 2,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    pingInterval: pingEveryMs,
    maxPingOut: unansweredPings,
    ...(password !== '' && { user, pass: password }),
    ...(user !== '' && password === '' && { token: user }),
    ...(first?.protocol === 'tls:' && { tls: {} }),
  };
}
