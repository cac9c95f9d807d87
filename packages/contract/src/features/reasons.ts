import { z } from 'zod/mini';
import { deviceId } from '../core/device-feature.ts';
import { endpoint } from '../core/endpoint.ts';
import { limits } from '../core/limits.ts';
import { capabilityNames, type Capability } from '../device-protocol/capabilities.ts';

/**
 * Whether an admin says why they use something of a device. `ASKED`: the console asks, and they may go on without. `REQUIRED`: the
 * server refuses until they have said it.
 */
export const reasonModes = ['NONE', 'ASKED', 'REQUIRED'] as const;
export type ReasonMode = (typeof reasonModes)[number];

/** The owner's rule for one capability: whether an admin must give a reason, or needs a second admin's approval, before using it. */
export const policyOfUse = z.object({
  reason: z.enum(reasonModes),
  /** A second admin must agree first. */
  approval: z.boolean(),
});
export type UsePolicy = z.infer<typeof policyOfUse>;

const asked: readonly Capability[] = ['CAMERA', 'MICROPHONE', 'CALL_RECORDING', 'SMS', 'CALL_LOG', 'FILES'];

/** The policies of an installation whose owner has set none. Nothing is required, so that every call works without a reason. */
export const defaultPolicies: Readonly<Record<Capability, UsePolicy>> = Object.fromEntries(
  capabilityNames.map((name) => [name, { reason: asked.includes(name) ? 'ASKED' : 'NONE', approval: false }]),
) as Record<Capability, UsePolicy>;

const capability = z.enum(capabilityNames);

const shownPolicy = z.object({
  capability,
  ...policyOfUse.shape,
  /** Who changed it last, and when; null while it is the default. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
});
export type ShownPolicy = z.infer<typeof shownPolicy>;

export const listUsePolicies = endpoint({
  path: 'config/use-policies',
  access: 'super-admin',
  summary: 'For which capabilities admins give a reason, and for which a second admin must agree',
  input: z.strictObject({}),
  output: z.array(shownPolicy),
});

export const updateUsePolicies = endpoint({
  path: 'config/use-policies/update',
  access: 'super-admin',
  summary: 'Change for which capabilities admins give a reason, and for which a second admin must agree',
  input: z.strictObject({
    policies: z
      .array(z.strictObject({ capability, ...policyOfUse.shape }))
      .check(z.minLength(1), z.maxLength(capabilityNames.length)),
  }),
  output: z.array(shownPolicy),
});

const { minLength, maxLength } = limits.reason;
const wrongLength = `A reason has ${minLength} to ${maxLength} letters.`;

/** Why an admin uses a device, in their own words. The person of the device reads it. */
export const reasonText = z
  .string()
  .check(z.trim(), z.minLength(minLength, wrongLength), z.maxLength(maxLength, wrongLength));

const deviceReason = z.object({
  /** What is demanded for each capability. */
  policies: z.record(capability, policyOfUse),
  /** The caller's own reason for this device; null when they have given none that still holds. */
  given: z.nullable(z.object({ reason: z.string(), expiresAt: z.string() })),
});
export type DeviceReason = z.infer<typeof deviceReason>;

/** Tells nothing about the device, only what the caller said themselves: it needs no scope. */
export const loadReason = endpoint({
  path: 'device/reason',
  access: 'admin',
  summary: 'What is demanded before a device is used, and the own reason that holds for it',
  input: z.strictObject({ deviceId }),
  output: deviceReason,
});

/** Holds for this admin and device for half an hour: every line they cause in its log carries it. */
export const giveReason = endpoint({
  path: 'device/give-reason',
  access: 'admin',
  summary: 'Say why a device is used; its person reads it',
  input: z.strictObject({ deviceId, reason: reasonText }),
  output: deviceReason,
  device: { capability: null, action: 'COMMAND' },
});
