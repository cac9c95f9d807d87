import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { describeError } from '../describe-error.ts';
import type { Scheduler, Stop } from '../jobs/scheduler.ts';
import type { Log } from '../log.ts';
import type { FrameRelay } from './frame-relay.ts';
import { natsOptions } from './nats-wire.ts';
import { createBytesSignature } from './signature.ts';

/** The server is asked what it took after so many bytes, and is sent no more than this without an answer: a late frame is of no use. */
const confirmEveryBytes = 256 * 1024;
const maxUnconfirmedBytes = 4 * 1024 * 1024;
/** How long a server that stops waits for NATS. */
const closeWithinMs = 2000;
const retryAfterMs = 500;
/** A flood of messages that are not ours, and attempts that fail, make one line in this time. */
const logEveryMs = 60_000;

interface NatsFramesOptions {
  /** As for `connectNats`. */
  url: string;
  /** What all subjects of this installation, and of no other, begin with. */
  prefix: string;
  name: string;
  /** Computes the MAC of a frame on a subject with a key that only the servers of this installation have. */
  mac(subject: string, bytes: Uint8Array): Buffer;
  scheduler: Scheduler;
  log: Log<'bus.frames_failed' | 'bus.frame_forged'>;
}

interface Listening {
  subject: string;
  take(message: Uint8Array): void;
  subscription: Subscription | null;
}

/**
 * Relays frames over a connection of its own, each stream on a subject of its own. It does not wait for NATS: while it cannot be reached, frames
 * are not taken, and streams are subscribed to as soon as it is there.
 */
export async function connectNatsFrames(options: NatsFramesOptions): Promise<FrameRelay> {
  const { url, prefix, name, mac, scheduler, log } = options;
  // Loaded only here: a single server does not need it.
  const { connect } = await import('@nats-io/transport-node');
  const listening = new Set<Listening>();
  let connection: NatsConnection | null = null;
  let isUp = false;
  let isClosing = false;
  let unconfirmed = 0;
  let isConfirming = false;
  let stopRetrying: Stop | null = null;
  const logFailure = createSparseLog(scheduler);
  const logForgery = createSparseLog(scheduler);

  function listen(one: Listening, opened: NatsConnection): void {
    one.subscription = opened.subscribe(one.subject, {
      callback: (error, message) => {
        if (error === null) one.take(message.data);
      },
    });
  }

  async function open(): Promise<void> {
    const opened = await connect(natsOptions(url, name));
    if (isClosing) return await opened.close();
    connection = opened;
    isUp = true;
    unconfirmed = 0;
    for (const one of listening) listen(one, opened);
    void follow(opened);
    void reopenAfter(opened);
  }

  /** The client gives up only when it is told to; should it do so otherwise, a new connection is opened. */
  async function reopenAfter(opened: NatsConnection): Promise<void> {
    await opened.closed();
    connection = null;
    isUp = false;
    retryLater();
  }

  /** What was sent while the connection is down waits for it: nothing more is, because it would come too late. */
  async function follow(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') isUp = false;
      else if (type === 'reconnect') isUp = true;
    }
  }

  function retryLater(): void {
    if (!isClosing) stopRetrying = scheduler.after(retryAfterMs, () => void openOrRetry());
  }

  async function openOrRetry(): Promise<void> {
    try {
      await open();
    } catch (error) {
      logFailure(() =>
        log.warn(
          { event: 'bus.frames_failed', reason: describeError(error) },
          'Failed to connect to NATS for live pictures',
        ),
      );
      retryLater();
    }
  }

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

  const signatureOf = (subject: string) => createBytesSignature((bytes) => mac(subject, bytes));

  await openOrRetry();

  return {
    publish(stream, frame) {
      if (!isUp || connection === null || unconfirmed > maxUnconfirmedBytes) return false;
      const subject = `${prefix}.${stream}`;
      try {
        connection.publish(subject, signatureOf(subject).sign(frame));
      } catch {
        return false;
      }
      unconfirmed += frame.byteLength;
      confirm(connection);
      return true;
    },

    subscribe(stream, listener) {
      const subject = `${prefix}.${stream}`;
      const { verify } = signatureOf(subject);
      const one: Listening = {
        subject,
        subscription: null,
        take(message) {
          const frame = verify(message);
          if (frame !== null) return listener(frame);
          return logForgery(() =>
            log.warn(
              { event: 'bus.frame_forged', subject },
              'Dropped a frame that no server of this installation sent',
            ),
          );
        },
      };
      listening.add(one);
      if (connection !== null) listen(one, connection);
      return () => {
        listening.delete(one);
        one.subscription?.unsubscribe();
      };
    },

    async close() {
      isClosing = true;
      stopRetrying?.();
      if (connection === null) return;
      const { promise: timeout, resolve } = Promise.withResolvers<void>();
      const stop = scheduler.after(closeWithinMs, resolve);
      await Promise.race([connection.close(), timeout]);
      stop();
    },
  };
}

/** Lets a line through at most once a minute. */
function createSparseLog(scheduler: Scheduler): (write: () => void) => void {
  let loggedAt = -Infinity;
  return (write) => {
    if (scheduler.now() - loggedAt < logEveryMs) return;
    loggedAt = scheduler.now();
    write();
  };
}
