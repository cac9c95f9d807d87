import { setTimeout as delay } from 'node:timers/promises';
import { contacts, type Command, type Envelope } from '@fairwatch/contract';
import { HttpConnections } from './http-connections.ts';

const connections = 64;
const paceMs = 5;

/** A command that a server has accepted. */
export interface Accepted {
  id: number;
  /** When it was due, in Unix time: latencies count from here, so that a stalled server does not slow the load down. */
  dueAt: number;
}

/** Commands that are asked for over HTTP, at a steady rate. */
export interface Traffic {
  accepted: readonly Accepted[];
  /** How many requests were answered with an error, or not at all. */
  failed(): number;
  /** How many found an open command of the device. */
  refused(): number;
  stop(): Promise<void>;
}

interface TrafficOptions {
  token: string;
  /** The devices in turn, each with the address where the next command for it is asked for. */
  targets: readonly { deviceId: number; url: string }[];
  perSecond: number;
}

/** Keeps asking for Updates of contacts until stopped. */
export function startTraffic({ token, targets, perSecond }: TrafficOptions): Traffic {
  const load = createUpdateLoad(token, connections);
  const accepted: Accepted[] = [];
  const open = new Set<Promise<void>>();
  const stopping = new AbortController();
  let [asked, failed, refused] = [0, 0, 0];

  async function press(dueAt: number): Promise<void> {
    const target = targets[asked++ % targets.length];
    if (target === undefined) return;
    const { status, id } = await load.askForUpdate(target);
    if (status === 200 && id !== null) accepted.push({ id, dueAt });
    else if (status === 409) refused += 1;
    else failed += 1;
  }

  const pacing = (async () => {
    const started = Date.now();
    while (!stopping.signal.aborted) {
      const due = ((Date.now() - started) / 1000) * perSecond;
      while (asked < due && open.size < connections * 4) {
        const pressing: Promise<void> = press(started + (asked / perSecond) * 1000).finally(() =>
          open.delete(pressing),
        );
        open.add(pressing);
      }
      await delay(paceMs);
    }
  })();

  return {
    accepted,
    failed: () => failed,
    refused: () => refused,
    async stop() {
      stopping.abort();
      await pacing;
      await Promise.all(open);
      load.close();
    },
  };
}

/** Asks for Updates as one admin, over so many connections to each address. */
export function createUpdateLoad(token: string, connectionsEach: number) {
  const byUrl = new Map<string, HttpConnections>();
  const connectionsTo = (url: string) => {
    const known = byUrl.get(url) ?? new HttpConnections(url, connectionsEach);
    byUrl.set(url, known);
    return known;
  };
  return {
    async askForUpdate({ deviceId, url }: { deviceId: number; url: string }) {
      const { status, body } = await connectionsTo(url).post(contacts.update.path, token, `{"deviceId":${deviceId}}`);
      return { status, id: idIn(body) };
    },
    close(): void {
      for (const each of byUrl.values()) each.close();
    },
  };
}

/** The id of the command in an answer; null when it has none, as an error of a balancer. */
function idIn(body: string): number | null {
  try {
    return (JSON.parse(body) as Envelope<Command | null>).data?.id ?? null;
  } catch {
    return null;
  }
}
