import { z } from 'zod/mini';
import { deviceId } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { capabilityNames } from '../../core/access/capabilities.ts';
import { sharingHours } from '../../shared/times/sharing-hours.ts';
import { plainLine } from '../../shared/log/log-line.ts';

/** One capability as the device's person has decided about it. */
export const grant = z.object({
  capability: z.enum(capabilityNames),
  /** The words of the notice that the person read. */
  title: z.string(),
  shares: z.string(),
  granted: z.boolean(),
  /** When it was granted, or withdrawn; null when it was never granted. */
  since: z.nullable(z.string()),
  /** Who asked for it when the person joined, whether that is the caller, and why; null when the passcode did not. */
  asked: z.nullable(z.object({ by: z.string(), mine: z.boolean(), reason: z.string() })),
});
export type Grant = z.infer<typeof grant>;

/**
 * What the person of a device shares with Fairwatch. A fact about the device, like its commands: it stays readable while
 * sharing is paused, and no capability is asked for, because this is where an admin learns that one is missing.
 */
export const deviceGrants = endpoint({
  path: 'permission/granted',
  access: 'admin',
  tells: ['DEVICE'],
  answers: 'what the person shares, and since when; what they were asked to share when they joined, by whom and why',
  log: plainLine('grants'),
  staleBy: ['grants'],
  summary: 'What the person of a device shares, capability by capability, and since when',
  input: z.strictObject({ deviceId }),
  output: z.object({
    /** Since when nothing is shared for a while, whatever is granted; null while it is shared. */
    pausedSince: z.nullable(z.string()),
    /** Since when nothing counts as granted, because a restore brought the device back and it has not said yet what is. */
    heldSince: z.nullable(z.string()),
    /** In which hours the person shares; null for any hour. */
    hours: z.nullable(sharingHours),
    /** Outside of them, when they begin again; null while they last. */
    hoursBeginAt: z.nullable(z.string()),
    grants: z.array(grant),
  }),
  device: { capability: null, action: 'READ' },
});
