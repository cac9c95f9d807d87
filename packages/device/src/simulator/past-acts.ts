import { capabilityNames } from '@fairwatch/contract';
import { z } from 'zod/mini';

const place = z.int().check(z.minimum(0));
const ticketId = z.int();

/** What the person of one phone does on a past day. */
const personAct = z.discriminatedUnion('kind', [
  /** Opens a ticket about the trouble of this title. The result is the ticket's number. */
  z.object({ kind: z.literal('ask'), place, title: z.string() }),
  /** Says the next thing about that trouble, with what belongs to it. */
  z.object({ kind: z.literal('reply'), place, ticketId, title: z.string() }),
  z.object({ kind: z.literal('speak'), place, ticketId }),
  z.object({ kind: z.literal('set-status'), place, ticketId, status: z.enum(['CLOSED', 'CANCELLED']) }),
  z.object({ kind: z.literal('share-without'), place, without: z.array(z.enum(capabilityNames)) }),
  z.object({ kind: z.literal('pause'), place }),
  z.object({ kind: z.literal('resume'), place }),
  z.object({ kind: z.literal('read-log'), place }),
]);
export type PersonAct = z.infer<typeof personAct>;

/** What the server asks of the fleet while it makes the history of a demo: one thing at a time, each at its own time. */
export const pastRequest = z.object({
  type: z.literal('history'),
  id: z.int(),
  /** How far the clock is turned back. */
  backMs: z.number().check(z.minimum(0)),
  act: z.union([
    /** These phones join, and connect. The result is the numbers of their devices, null for one that could not join. */
    z.object({ kind: z.literal('join'), serverUrl: z.string(), places: z.array(place) }),
    /** The history is made: the phones disconnect, and live from now on. */
    z.object({ kind: z.literal('end') }),
    personAct,
  ]),
});
export type PastRequest = z.infer<typeof pastRequest>;
