import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';
import { capabilityNames } from '../../core/access/capabilities.ts';
import { seenLine } from '../../shared/log/log-line.ts';

/** The states of an approval request. `EXPIRED`: nobody decided in time. */
export const approvalStates = ['PENDING', 'AGREED', 'DECLINED', 'EXPIRED'] as const;

/** Somebody wants to use something of a device for which a second admin must agree. */
export const approval = z.object({
  id: z.int(),
  deviceId: z.int(),
  deviceName: z.string(),
  /** The device's person. */
  username: z.string(),
  capability: z.enum(capabilityNames),
  action: z.enum(['READ', 'COMMAND']),
  askedBy: z.string(),
  /** Why, in the words of whoever asks; null when they did not say. */
  reason: z.nullable(z.string()),
  state: z.enum(approvalStates),
  askedAt: z.string(),
  /** Until when somebody can decide. */
  expiresAt: z.string(),
  decidedBy: z.nullable(z.string()),
  /** Until when the approval is valid; null unless it was given. */
  holdsUntil: z.nullable(z.string()),
  /** The caller asked. */
  mine: z.boolean(),
  /** The caller can decide it now. */
  decidable: z.boolean(),
  /** The names of who can decide it now, at most 20, where the caller asked and it waits; empty otherwise. */
  waitsFor: z.array(z.string()),
});
export type Approval = z.infer<typeof approval>;

/** Of the last day: what the caller can decide or has decided, and what they asked for. */
export const approvalList = endpoint({
  path: 'approval/all',
  access: 'admin',
  tells: ['DEVICE'],
  answers:
    'name of the device and its person, what somebody wants to use and why, and the names of the admins who can agree',
  log: seenLine('approvals'),
  staleBy: ['approvals'],
  summary: 'What waits for a second admin, and what became of it, newest first',
  input: z.strictObject({}),
  output: z.array(approval),
});

export const approvalCount = endpoint({
  path: 'approval/count',
  access: 'admin',
  tells: [],
  log: 'only numbers',
  staleBy: ['approvals'],
  canWait: true,
  summary: 'How many requests wait for the decision of the signed-in admin',
  input: z.strictObject({}),
  output: z.object({ count: z.int() }),
});

export const decideApproval = endpoint({
  path: 'approval/decide',
  access: 'admin',
  tells: [],
  log: 'what is then used names who agreed',
  summary: 'Agree, as the second admin, that another admin uses something of a device; or decline',
  input: z.strictObject({ id: z.int().check(z.positive()), agree: z.boolean() }),
  output: z.null(),
  errors: ['approval_not_found', 'approval_ended'],
});

export const withdrawApproval = endpoint({
  path: 'approval/withdraw',
  access: 'admin',
  tells: [],
  log: 'nothing of the device was used',
  summary: 'Take back an own request to a second admin that nobody has decided',
  input: z.strictObject({ id: z.int().check(z.positive()) }),
  output: z.null(),
  errors: ['approval_not_found', 'approval_ended'],
});
