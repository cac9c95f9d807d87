import { z } from 'zod/mini';

/** Everything an admin can ask a device to do. */
export const commandTypes = ['UPDATE_CONTACTS'] as const;
export type CommandType = (typeof commandTypes)[number];

/** The life of a command. The last four are final. */
export const stepTypes = ['QUEUED', 'SENT', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED', 'CANCELLED'] as const;
export type StepType = (typeof stepTypes)[number];

const finalSteps: readonly StepType[] = ['DONE', 'FAILED', 'EXPIRED', 'CANCELLED'];

export function isFinalStep(step: StepType): boolean {
  return finalSteps.includes(step);
}

/** A command as the console sees it. */
export const command = z.object({
  id: z.int(),
  commandTypeEnum: z.enum(commandTypes),
  stepType: z.enum(stepTypes),
  createdAt: z.string(),
  /** Milliseconds from the request to its final state; null while it is open. */
  userResponseTime: z.nullable(z.int()),
  errorDetails: z.nullable(z.string()),
  /** Percent of the work done, as the device reports it; null when it does not. */
  progress: z.nullable(z.int()),
  requestedBy: z.string(),
});
export type Command = z.infer<typeof command>;
