import type { Log } from '../log.ts';
import type { Scheduler, Stop } from '../jobs/scheduler.ts';
import type { Bus, BusStatus, EventScope } from './bus.ts';
import { batchText, divideEvents, eventText, parseBatch } from './event-batch.ts';
import { createSignature, type Mac } from './signature.ts';
import { createSubscribers } from './subscribers.ts';
import type { Wire, WireListener } from './wire.ts';

/** How long the bus waits for what, in milliseconds. */
interface BusTiming {
  /** Events within this time go out together: a message for each costs several times as much. */
  batchMs: number;
  /** A server that has nothing to say says so this often, because the loss of its last batch would not be noticed otherwise. */
  heartbeatMs: number;
  /** A server that runs and was not heard for this long cannot be heard: its events are polled for. */
  silentAfterMs: number;
  /** How often it is looked whether all servers are heard. */
  checkEveryMs: number;
  /** How often the database is read while they are not. */
  pollEveryMs: number;
  /** The shortest time between two gaps: each makes this server read much from the database. */
  gapEveryMs: number;
}

const usualTiming: BusTiming = {
  batchMs: 20,
  heartbeatMs: 500,
  silentAfterMs: 1500,
  checkEveryMs: 1000,
  pollEveryMs: 2000,
  gapEveryMs: 500,
};
/** The most events that wait for one batch. More mean that this server is overloaded, and cost the others one look into the database. */
const maxWaiting = 50_000;
/** A flood of messages that are not ours makes one line in this time. */
const refusalLogEveryMs = 60_000;

export type BusLogEvent =
  | 'bus.gap'
  | 'bus.listener_failed'
  | 'bus.message_forged'
  | 'bus.message_refused'
  | 'bus.server_silent';

interface ClusterBusOptions<Events> {
  /** The id of this server, a new one for each start. */
  serverId: string;
  scopes: Readonly<Record<keyof Events & string, EventScope>>;
  /** Checks an event of another server. Null when it is not one of this name. */
  parseEvent(name: keyof Events & string, event: unknown): object | null;
  /** Divides an event that is too large for one message into several that say the same. */
  divideEvent?(name: keyof Events & string, event: unknown): readonly unknown[];
  /** Finds the ids of the servers that run, by what the database says. This one may be among them. */
  findServers(): Promise<readonly string[]>;
  /** Computes the MAC of a text with a key that only the servers of this installation have. */
  mac: Mac;
  openWire(listener: WireListener): Promise<Wire>;
  scheduler: Scheduler;
  log: Log<BusLogEvent>;
  timing?: BusTiming;
}

/**
 * Delivers to all servers of a cluster: here at once, to the others in batches. A wire may lose messages; each batch is numbered, so that
 * whoever misses one notices with the next, which comes within half a second. Then, and while the wire is down, `onGap` is called. Each
 * batch is signed: whoever can write to the wire, and is no server of this installation, is not heard.
 */
export async function createClusterBus<Events>(options: ClusterBusOptions<Events>): Promise<Bus<Events>> {
  const {
    serverId,
    scopes,
    parseEvent,
    findServers,
    scheduler,
    log,
    divideEvent = (_name, event) => [event],
  } = options;
  const { batchMs, heartbeatMs, silentAfterMs, checkEveryMs, pollEveryMs, gapEveryMs } = options.timing ?? usualTiming;
  const all = createSubscribers(log);
  const local = createSubscribers(log);
  const remote = createSubscribers(log);
  const gaps = createSubscribers(log);
  const { sign, verify } = createSignature(options.mac);
  const peers = createPeers(scheduler.now);
  const status: BusStatus = {
    isConnected: false,
    gaps: 0,
    eventsSent: 0,
    batchesSent: 0,
    eventsReceived: 0,
    batchesReceived: 0,
    batchesForged: 0,
    eventsDropped: 0,
  };
  /** Events for the next batch, as they are sent. */
  const waiting = new Set<string>();
  let sequence = 0;
  let sentAt = -Infinity;
  let stopSending: Stop | null = null;
  let isUrgent = false;
  let gapAt = -Infinity;
  let stopGap: Stop | null = null;
  const logRefusal = createSparseLog();
  const logForgery = createSparseLog();
  let silent = '';
  /** True when the database could not be asked: a gap that was told meanwhile may not have been closed. */
  let isUnsure = false;
  let isChecking = false;
  let isClosed = false;

  /** Queues an event. One that waits already moves to the end: whoever hears it learns the latest state last. */
  function enqueue(text: string, atOnce: boolean): void {
    waiting.delete(text);
    waiting.add(text);
    if (waiting.size > maxWaiting) return send();
    if (stopSending !== null && (!atOnce || isUrgent)) return;
    stopSending?.();
    isUrgent = atOnce;
    // An event after a quiet time need not wait for others either.
    const delayMs = atOnce ? 0 : Math.max(0, sentAt + batchMs - scheduler.now());
    stopSending = scheduler.after(delayMs, send);
  }

  function send(): void {
    stopSending?.();
    stopSending = null;
    isUrgent = false;
    sentAt = scheduler.now();
    const { batches, tooLarge } = divideEvents(waiting, wire.maxBytes);
    waiting.clear();
    // The others miss a number and look into the database instead.
    if (tooLarge > 0) skip(tooLarge);
    for (const events of batches) sendBatch(events);
  }

  function sendBatch(events: readonly string[]): void {
    if (!wire.send(sign(batchText(serverId, sequence + 1, events)))) return skip(events.length);
    sequence += 1;
    sentAt = scheduler.now();
    status.batchesSent += 1;
    status.eventsSent += events.length;
  }

  function skip(events: number): void {
    if (events > 0) sequence += 1;
    status.eventsDropped += events;
  }

  function receive(text: string): void {
    const signed = verify(text);
    if (signed === null) return refuseForged(text.length, 'signature');
    const batch = parseBatch(signed);
    if (batch === null) return refuse({ bytes: text.length });
    if (batch.server === serverId) return;
    const heard = peers.hear(batch.server, batch.sequence);
    // The wire keeps the order of a sender and delivers once, so somebody has recorded this one and sends it again.
    if (heard === 'OLD') return refuseForged(text.length, 'sequence');
    status.batchesReceived += 1;
    for (const [name, event] of batch.events) deliver(name, event);
    if (heard === 'NEXT') return;
    log.info({ event: 'bus.gap', from: batch.server }, 'Events of another server were lost');
    noteGap();
  }

  function deliver(name: string, event: unknown): void {
    const isOurs = Object.hasOwn(scopes, name) && scopes[name as keyof Events & string] !== 'LOCAL';
    const parsed = isOurs ? parseEvent(name as keyof Events & string, event) : null;
    if (parsed === null) return refuse({ name: name.slice(0, 64) });
    status.eventsReceived += 1;
    all.deliver(name, parsed);
    remote.deliver(name, parsed);
  }

  function refuse(facts: Record<string, unknown>): void {
    logRefusal(() =>
      log.warn({ event: 'bus.message_refused', ...facts }, 'Ignored a message that is not one of this version'),
    );
  }

  function refuseForged(bytes: number, wrong: 'signature' | 'sequence'): void {
    status.batchesForged += 1;
    logForgery(() =>
      log.warn(
        { event: 'bus.message_forged', bytes, wrong },
        'Dropped a message that no server of this installation sent',
      ),
    );
  }

  /** Lets a line through at most once a minute: what causes it may be a flood. */
  function createSparseLog(): (write: () => void) => void {
    let loggedAt = -Infinity;
    return (write) => {
      if (scheduler.now() - loggedAt < refusalLogEveryMs) return;
      loggedAt = scheduler.now();
      write();
    };
  }

  /** Tells the listeners of a gap. Gaps that follow within a moment are told as one, after it. */
  function noteGap(): void {
    if (isClosed) return;
    stopGap ??= scheduler.after(Math.max(0, gapAt + gapEveryMs - scheduler.now()), () => {
      stopGap = null;
      gapAt = scheduler.now();
      status.gaps += 1;
      gaps.deliver('gap', undefined);
    });
  }

  /** Tells of a gap unless one was told just now. Timers are not exact, so half a check early is on time. */
  function poll(): void {
    if (scheduler.now() - gapAt > pollEveryMs - checkEveryMs / 2) noteGap();
  }

  /** Looks for events that cannot arrive: none can while the wire is down, and none of a server that cannot be heard. */
  async function check(): Promise<void> {
    if (!wire.isUp) return poll();
    if (isChecking) return;
    isChecking = true;
    try {
      reportSilent((await findServers()).filter((id) => id !== serverId));
    } catch {
      isUnsure = true;
    } finally {
      isChecking = false;
    }
  }

  function reportSilent(others: readonly string[]): void {
    const unheard = peers.findSilent(others, silentAfterMs);
    if (isUnsure) noteGap();
    else if (unheard.length > 0) poll();
    isUnsure = false;
    if (unheard.join() === silent) return;
    silent = unheard.join();
    if (unheard.length > 0)
      log.warn(
        { event: 'bus.server_silent', servers: unheard },
        'No batch has arrived from a running server: polling the database for its changes',
      );
  }

  function createWireListener(): WireListener {
    return {
      onMessage: receive,
      onUp() {
        status.isConnected = true;
        // The others learn that this server is there, and whether they missed something.
        sendBatch([]);
        noteGap();
      },
      onDown() {
        status.isConnected = false;
        noteGap();
      },
    };
  }

  let wire: Wire = downWire;
  wire = await options.openWire(createWireListener());
  if (wire.isUp && sequence === 0) {
    status.isConnected = true;
    sendBatch([]);
  }
  const stops = [
    scheduler.every(heartbeatMs, () => {
      if (wire.isUp && scheduler.now() - sentAt >= heartbeatMs) sendBatch([]);
    }),
    scheduler.every(checkEveryMs, check),
  ];

  return {
    publish(name, event) {
      if (scopes[name] !== 'LOCAL' && !isClosed)
        for (const part of divideEvent(name, event)) enqueue(eventText(name, part), scopes[name] === 'CLUSTER_AT_ONCE');
      all.deliver(name, event);
      local.deliver(name, event);
    },
    subscribe: all.add,
    subscribeLocal: local.add,
    subscribeRemote: remote.add,
    onGap: (listener) => gaps.add('gap', listener),
    status: () => ({ ...status }),
    async close() {
      for (const stop of stops) stop();
      stopGap?.();
      send();
      isClosed = true;
      await wire.close();
    },
  };
}

/** Stands for the wire until it is open. */
const downWire: Wire = { isUp: false, maxBytes: 0, send: () => false, close: async () => {} };

/**
 * A server that is neither heard nor known to run for this long is forgotten. Until then its batches cannot be sent again by somebody who has
 * recorded them.
 */
const forgottenAfterMs = 24 * 3600_000;

/** OLD: a batch that was heard before, or came after a later one. NEXT: the one that was expected. GAP: earlier ones were lost. */
type Heard = 'OLD' | 'NEXT' | 'GAP';

/** What this server has heard from the others. */
interface Peers {
  /** Notes a batch that was received. */
  hear(server: string, sequence: number): Heard;
  /** Of these servers, which run, returns those that were not heard for this long. */
  findSilent(running: readonly string[], forMs: number): string[];
}

function createPeers(now: () => number): Peers {
  const heard = new Map<string, { sequence: number; at: number }>();
  return {
    hear(server, sequence) {
      const last = heard.get(server)?.sequence ?? 0;
      if (sequence <= last) return 'OLD';
      heard.set(server, { sequence, at: now() });
      return sequence === last + 1 ? 'NEXT' : 'GAP';
    },
    findSilent(running, forMs) {
      const known = new Set(running);
      for (const [server, { at }] of heard) {
        if (!known.has(server) && now() - at > forgottenAfterMs) heard.delete(server);
      }
      return running.filter((server) => now() - (heard.get(server)?.at ?? -Infinity) > forMs);
    },
  };
}
