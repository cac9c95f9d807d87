import { capabilityNames } from '@fairwatch/contract';
import { z } from 'zod/mini';

const place = z.int().check(z.minimum(0));
const ticketId = z.int();

/** What the person of one phone does on a past day. */
const personAct = z.discriminatedUnion('kind', [
  /** Opens a ticket about the problem with this title. The result is the ticket's number. */
  z.object({ kind: z.literal('ask'), place, title: z.string() }),
  /** Writes the next reply about that problem, with its attachment. */
  z.object({ kind: z.literal('reply'), place, ticketId, title: z.string() }),
  z.object({ kind: z.literal('speak'), place, ticketId }),
  z.object({ kind: z.literal('set-status'), place, ticketId, status: z.enum(['CLOSED', 'CANCELLED']) }),
  z.object({ kind: z.literal('share-without'), place, without: z.array(z.enum(capabilityNames)) }),
  z.object({ kind: z.literal('pause'), place }),
  z.object({ kind: z.literal('resume'), place }),
  z.object({ kind: z.literal('read-log'), place }),
]);
export type PersonAct = z.infer<typeof personAct>;

/** The requests of the server to the fleet while it creates the history of a demo, one at a time. */
export const pastRequest = z.object({
  type: z.literal('history'),
  id: z.int(),
  /** The offset of the clock into the past. */
  backMs: z.number().check(z.minimum(0)),
  act: z.union([
    /** These phones join, and connect. The result is the numbers of their devices, null for one that could not join. */
    z.object({ kind: z.literal('join'), serverUrl: z.string(), places: z.array(place) }),
    /** The history is complete: the phones disconnect, and then run in the present. */
    z.object({ kind: z.literal('end') }),
    personAct,
  ]),
});
export type PastRequest = z.infer<typeof pastRequest>;
