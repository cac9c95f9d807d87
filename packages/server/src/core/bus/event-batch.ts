import { z } from 'zod/mini';

/** The most bytes of a batch. NATS takes messages up to 1 MB unless it is configured otherwise. */
const maxBatchBytes = 256 * 1024;
/** What surrounds the events in a batch, at most. */
const envelopeBytes = 256;

/** Events of one server, in the order in which they happened. */
export interface EventBatch {
  /** The id of the server. */
  server: string;
  /** Its number among the batches of this server: 1 for the first. A missing one was lost. */
  sequence: number;
  events: readonly (readonly [name: string, event: unknown])[];
}

const batchShape = z.object({
  version: z.literal(1),
  server: z.string().check(z.minLength(1), z.maxLength(64)),
  sequence: z.int().check(z.positive()),
  events: z.array(z.unknown()),
});

/** Reads a message of another server. Null when it is none. */
export function parseBatch(text: string): EventBatch | null {
  try {
    const { success, data } = batchShape.safeParse(JSON.parse(text));
    if (!success) return null;
    const { server, sequence, events } = data;
    return events.every(isNamed) ? { server, sequence, events } : null;
  } catch {
    return null;
  }
}

/** Checked by hand: every server reads the events of all others, and a schema takes several times as long. */
function isNamed(event: unknown): event is EventBatch['events'][number] {
  return Array.isArray(event) && event.length === 2 && typeof event[0] === 'string';
}

/** Writes a batch whose events are serialised already, by `eventText`. */
export function batchText(server: string, sequence: number, events: readonly string[]): string {
  return `{"version":1,"server":${JSON.stringify(server)},"sequence":${sequence},"events":[${events.join(',')}]}`;
}

export function eventText(name: string, event: unknown): string {
  return JSON.stringify([name, event]);
}

/** Divides events among as many batches as their sizes need. `tooLarge` counts events that fit into none. */
export function divideEvents(
  events: Iterable<string>,
  maxBytes: number = maxBatchBytes,
): { batches: string[][]; tooLarge: number } {
  const room = Math.min(maxBytes, maxBatchBytes) - envelopeBytes;
  const batches: string[][] = [];
  let current: string[] = [];
  let bytes = 0;
  let tooLarge = 0;
  for (const event of events) {
    const size = Buffer.byteLength(event) + 1;
    if (size > room) {
      tooLarge += 1;
      continue;
    }
    if (bytes + size > room) {
      batches.push(current);
      current = [];
      bytes = 0;
    }
    current.push(event);
    bytes += size;
  }
  if (current.length > 0) batches.push(current);
  return { batches, tooLarge };
}
