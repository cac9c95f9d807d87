import { z } from 'zod/mini';
import { capabilityNames } from '../core/access/capabilities.ts';
import { statedReason } from '../core/fields/stated-reason.ts';
import { limits } from '../core/limits.ts';

/** One kind of data that a passcode asks its person to share, and why, in the admin's words. */
export const askedKind = z.strictObject({
  capability: z.enum(capabilityNames),
  reason: statedReason(limits.consentRequest.passcodeReasonMaxLength),
});
export type AskedKind = z.infer<typeof askedKind>;

/** The kinds that a passcode asks for, each at most once. Asking switches nothing on: the person decides. */
export const askedKinds = z.array(askedKind).check(
  z.maxLength(capabilityNames.length),
  z.refine(
    (asked) => new Set(asked.map(({ capability }) => capability)).size === asked.length,
    'Ask for each kind of data once.',
  ),
);
