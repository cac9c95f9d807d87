import { z } from 'zod/mini';

/** The states of what a guardian is asked to sign. */
export const signingStates = ['WAITING', 'SIGNED', 'DECLINED', 'WITHDRAWN'] as const;
export type SigningState = (typeof signingStates)[number];

/** Who signed for a minor, as they typed their name, and when. */
export const guardianSignature = z.object({ by: z.string(), at: z.string() });
export type GuardianSignature = z.infer<typeof guardianSignature>;

/** A signature as it is kept with a device: for which text it was given, and how sure it is from whom. */
export const signatureOnRecord = z.object({
  ...guardianSignature.shape,
  /** The address of the guardian. */
  email: z.string(),
  noticeVersion: z.int(),
  /** True when the link was mailed to that address and shown to nobody else; false when an admin passed it on. */
  byMail: z.boolean(),
});

/** What becomes of the link with which a guardian signs for the person of a passcode. */
export const guardianSigning = z.object({
  email: z.string(),
  state: z.enum(signingStates),
  /** When the link was mailed last; null when it was not. */
  mailedAt: z.nullable(z.string()),
  /** When the guardian signed, declined, or withdrew what they had signed; null until then. */
  decidedAt: z.nullable(z.string()),
  /** The name that they signed with; empty until then, and when they declined. */
  signedBy: z.string(),
  /** Why the guardian declined or withdrew, in their own words; empty when they gave no reason. */
  declineReason: z.string(),
});
export type GuardianSigning = z.infer<typeof guardianSigning>;
