import { z } from 'zod/mini';
import { deviceId } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { statedReason } from '../../core/fields/stated-reason.ts';
import { limits } from '../../core/limits.ts';
import { capabilityNames, type Capability } from '../../core/access/capabilities.ts';

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

/** The default per capability. The most intimate ones ask for a reason. */
const defaultReasons: Readonly<Record<Capability, ReasonMode>> = {
  CONTACTS: 'NONE',
  CALL_LOG: 'ASKED',
  SMS: 'ASKED',
  CALENDAR: 'NONE',
  GALLERY: 'NONE',
  LOCATION: 'NONE',
  FILES: 'ASKED',
  APPS: 'NONE',
  APP_PERMISSIONS: 'NONE',
  DEVICE_INFO: 'NONE',
  CAMERA: 'ASKED',
  MICROPHONE: 'ASKED',
  CALL_RECORDING: 'ASKED',
  NOTIFICATIONS: 'NONE',
};

/** The policies of an installation whose owner has set none. Nothing is required, so that every call works without a reason. */
export const defaultPolicies: Readonly<Record<Capability, UsePolicy>> = Object.fromEntries(
  capabilityNames.map((name) => [name, { reason: defaultReasons[name], approval: false }]),
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
  tells: [],
  log: 'the installation',
  summary: 'For which capabilities admins give a reason, and for which a second admin must agree',
  input: z.strictObject({}),
  output: z.array(shownPolicy),
});

export const updateUsePolicies = endpoint({
  path: 'config/use-policies/update',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'Change for which capabilities admins give a reason, and for which a second admin must agree',
  input: z.strictObject({
    policies: z
      .array(z.strictObject({ capability, ...policyOfUse.shape }))
      .check(z.minLength(1), z.maxLength(capabilityNames.length)),
  }),
  output: z.array(shownPolicy),
  errors: ['kind_not_used'],
});

/** Why an admin uses a device, in their own words. The person of the device reads it. */
export const reasonText = statedReason(limits.reason.maxLength);

const deviceReason = z.object({
  /** What is demanded for each capability. */
  policies: z.record(capability, policyOfUse),
  /** The caller's own reasons that are still valid, each for one kind of data of this device. */
  given: z.array(
    z.object({
      capability,
      reason: z.string(),
      expiresAt: z.string(),
      /** For how many milliseconds it holds from now on, for callers whose clock is wrong. */
      validMs: z.int(),
    }),
  ),
});
export type DeviceReason = z.infer<typeof deviceReason>;

/** Returns the caller's own reasons. They contain nothing about the device, so this needs no scope. */
export const loadReason = endpoint({
  path: 'device/reason',
  access: 'admin',
  tells: [],
  log: 'what the admin said themselves',
  staleBy: ['reasons'],
  summary: 'What is demanded before a device is used, and the own reasons that hold for it',
  input: z.strictObject({ deviceId }),
  output: deviceReason,
});

/**
 * Sets the reason of this admin for one kind of data of this device for half an hour. It stands with what they look at and ask for of that kind,
 * and with nothing else.
 */
export const giveReason = endpoint({
  path: 'device/give-reason',
  access: 'admin',
  tells: [],
  log: 'what the admin says themselves; each line of what they use it for then carries it',
  summary: 'Say why a device is used; its person reads it',
  input: z.strictObject({ deviceId, capability, reason: reasonText }),
  output: deviceReason,
  device: { capability: null, action: 'COMMAND' },
});
