import { z } from 'zod/mini';
import { newestFirst, searchInput } from '../../domain/device-feature.ts';
import { endpoint } from '../../core/http/endpoint.ts';
import { pageInput } from '../../core/http/envelope.ts';
import { limits } from '../../core/limits.ts';
import { ground, groundInput, groundNotStated } from '../../domain/ground.ts';

/** The states of a passcode: usable, used, or expired. */
export const passcodeStates = ['VALID', 'USED', 'EXPIRED'] as const;
export type PasscodeState = (typeof passcodeStates)[number];

/** A one-time passcode with which a device joins the admin who made it. */
export const passcode = z.object({
  id: z.int(),
  otpCode: z.string(),
  state: z.enum(passcodeStates),
  /** On what ground the device that joins with it is supervised. */
  ground,
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  usedAt: z.nullable(z.string()),
  /** Who joined with it; null until somebody has. */
  usedBy: z.nullable(z.object({ deviceId: z.int(), deviceName: z.string(), username: z.string() })),
});
export type Passcode = z.infer<typeof passcode>;

export const passcodeSortFields = ['id', 'expiresAt'] as const;

/** An admin sees their own, a SUPER_ADMIN all. */
export const passcodeList = endpoint({
  path: 'user/otp-list',
  access: { permission: 'OTP_LIST', level: 'READ_ONLY' },
  summary: 'The passcodes with which devices join',
  input: z.strictObject({
    ...pageInput,
    search: searchInput,
    sortBy: z._default(z.enum(passcodeSortFields), 'id'),
    sortDirection: newestFirst,
    filter: z._default(z.strictObject({ state: z.optional(z.enum(passcodeStates)) }), {}),
  }),
  output: z.array(passcode),
  paged: true,
});

const { createdAtOnce } = limits.passcode;
const wrongCount = `Choose a whole number from 1 to ${createdAtOnce}.`;

export const savePasscodes = endpoint({
  path: 'user/save-otp',
  access: { permission: 'OTP_LIST', level: 'FULL_ACCESS' },
  summary: 'Make passcodes',
  input: z.strictObject({
    count: z._default(z.int(wrongCount).check(z.minimum(1, wrongCount), z.maximum(createdAtOnce, wrongCount)), 1),
    /** The same for all of them. Left out, the notice says that the purpose was not stated. */
    ground: z._default(groundInput, groundNotStated),
  }),
  output: z.array(passcode),
});

/** Deletes an unused passcode. A used one stays, since it records who invited the device. */
export const deletePasscode = endpoint({
  path: 'user/delete-otp',
  access: { permission: 'OTP_LIST', level: 'FULL_ACCESS' },
  summary: 'Delete a passcode',
  input: z.strictObject({ id: z.int().check(z.positive()) }),
  output: z.null(),
  errors: ['passcode_not_found', 'passcode_used'],
});
