import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';
import { sharingHours } from '../../shared/times/sharing-hours.ts';

/** The hours that a device starts with whose person sets none of their own when they join. */
export const defaultHours = z.object({
  /** Null for any hour. */
  hours: z.nullable(sharingHours),
  /** Who set them last, and when; null while nobody has. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
});
export type DefaultHours = z.infer<typeof defaultHours>;

export const loadDefaultHours = endpoint({
  path: 'config/sharing-hours',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'The sharing hours that new devices start with',
  input: z.strictObject({}),
  output: defaultHours,
});

/** Changes the default. Devices that have joined keep their hours, which only their people decide. */
export const updateDefaultHours = endpoint({
  path: 'config/sharing-hours/update',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'Change the sharing hours that new devices start with',
  input: z.strictObject({ hours: z.nullable(sharingHours) }),
  output: defaultHours,
});
