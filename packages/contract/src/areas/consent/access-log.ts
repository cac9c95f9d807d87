import { z } from 'zod/mini';
import { newestFirst, searchInput } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { wholeListBytes, wholeListInput } from '../../core/http/envelope.ts';
import { moment } from '../../core/fields/moment.ts';
import { seenLine } from '../../shared/log/log-line.ts';

/** What an entry of the access log can say was done to an account. */
export const accessActions = [
  'PROMOTE',
  'REJECT',
  'FEATURE_ACCESS',
  'ASSIGN',
  'REMOVE',
  'BLOCK',
  'UNBLOCK',
  'PASSWORD',
  'TICKET',
  'PASSKEYS',
  'TWO_FACTOR',
  'RESET_SIGN_IN',
  'REPORTS_TO',
  'EMAIL',
  'NICKNAME',
  'USER_TYPE',
  'INVITE',
  'REVOKE_INVITATION',
  'ACCEPT_INVITATION',
  'ERASE',
] as const;
export type AccessAction = (typeof accessActions)[number];

/** A value before or after a change: a level by feature, a role, a number of devices, names. */
export const accessFacts = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));
export type AccessFacts = z.infer<typeof accessFacts>;

/** One line of the access log; its id is its place in the chain. */
export const accessEntry = z.object({
  id: z.int(),
  recordedAt: z.string(),
  actorName: z.string(),
  action: z.enum(accessActions),
  accountId: z.int(),
  accountName: z.string(),
  before: accessFacts,
  after: accessFacts,
  /** True when personal details were erased after the person left; a later entry `ERASE` lists it. */
  erased: z.boolean(),
});
export type AccessLogEntry = z.infer<typeof accessEntry>;

export const accessLogSortFields = ['recordedAt'] as const;

/** Append-only and hash-chained. A SUPER_ADMIN sees all of it, an admin what they did and what was done to those below them. */
export const accessLog = endpoint({
  path: 'audit/access',
  access: { permission: 'AUDIT', level: 'READ_ONLY' },
  tells: ['DEVICE'],
  answers: 'names of devices that were assigned or taken away',
  log: seenLine('accessLog'),
  staleBy: ['admins'],
  summary: 'Who changed whose access, and when',
  input: z.strictObject({
    ...wholeListInput,
    search: searchInput,
    action: z.optional(z.enum(accessActions)),
    from: z.optional(moment),
    to: z.optional(moment),
    sortBy: z._default(z.enum(accessLogSortFields), 'recordedAt'),
    sortDirection: newestFirst,
  }),
  output: z.array(accessEntry),
  paged: true,
  maxBodyBytes: wholeListBytes,
});
