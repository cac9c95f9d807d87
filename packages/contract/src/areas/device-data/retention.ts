import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';
import { kilobyte, limits } from '../../core/limits.ts';

const { minDays, maxDays, kindsAtMost, kindMaxLength } = limits.retention;
const wrongDays = `Days must be a whole number from ${minDays} to ${maxDays}.`;

/** For how many days something is kept. */
export const retentionDays = z.int(wrongDays).check(z.minimum(minDays, wrongDays), z.maximum(maxDays, wrongDays));

/** Days by kind of data, as the list names it: a device feature's id, `commands`, `tickets` and the like. */
const daysByKind = z
  .record(z.string().check(z.maxLength(kindMaxLength)), retentionDays)
  .check(z.refine((days) => Object.keys(days).length <= kindsAtMost, `At most ${kindsAtMost} kinds at a time.`));

const daysBytes = 12 * kilobyte;

/** How long one kind of data is kept. */
export const retention = z.object({
  kind: z.string(),
  title: z.string(),
  /** What is deleted after these days, in words. */
  covers: z.string(),
  days: z.int(),
  defaultDays: z.int(),
  /** How many rows are stored. */
  rows: z.int(),
  /** How many of them the next run deletes. */
  due: z.int(),
  /** Who set the days last, and when; null while they are the default. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
});
export type Retention = z.infer<typeof retention>;

export const retentionList = endpoint({
  path: 'config/retention',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'How long each kind of data is kept',
  /** With `days`, `due` is counted as if they were set: what a change would delete. */
  input: z.strictObject({ days: z._default(daysByKind, {}) }),
  maxBodyBytes: daysBytes,
  output: z.array(retention),
});

export const retentionUpdate = endpoint({
  path: 'config/retention/update',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'Change how long some kinds of data are kept',
  input: z.strictObject({ days: daysByKind }),
  maxBodyBytes: daysBytes,
  output: z.array(retention),
});
