import { z } from 'zod/mini';
import { ticketPriorities, ticketSides, ticketStatuses } from './ticket.ts';

/** An account that waits to be promoted. */
export const pendingUser = z.object({ id: z.int(), username: z.string(), email: z.string() });
export type PendingUser = z.infer<typeof pendingUser>;

/** A sample of the server's metrics in bytes. Traffic and uploads count since the previous sample. */
export const serverStats = z.object({
  memory: z.int(),
  ramUsed: z.int(),
  ramTotal: z.int(),
  received: z.int(),
  sent: z.int(),
  uploaded: z.int(),
  diskFree: z.int(),
  diskTotal: z.int(),
});
export type ServerStats = z.infer<typeof serverStats>;

/** An open ticket, as the dashboard lists it. */
export const openTicket = z.object({
  id: z.int(),
  title: z.string(),
  clientUsername: z.string(),
  priority: z.enum(ticketPriorities),
  status: z.enum(ticketStatuses),
  /** Whether the admin answers it, or opened it. */
  side: z.enum(ticketSides),
  unread: z.boolean(),
});
export type OpenTicket = z.infer<typeof openTicket>;
