import { z } from 'zod/mini';
import { alertedCapabilities } from '../../shared/watches/alert.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { displayName } from '../../core/fields/display-name.ts';
import { statedReason } from '../../core/fields/stated-reason.ts';
import { kilobyte, limits } from '../../core/limits.ts';
import { moment } from '../../core/fields/moment.ts';
import { deviceId } from '../../shared/device-feature.ts';
import { deviceSelection } from '../../shared/device-selection.ts';
import { runCounts, runStates, scheduledAction } from '../../shared/run.ts';
import { scheduleTiming, watch, watchCursor } from '../../shared/times/schedule.ts';
import { seenLine } from '../../shared/log/log-line.ts';

const { nameMaxLength, purposeMaxLength } = limits.schedule;
const scheduleId = z.int().check(z.positive());

/** A schedule: it starts a run again and again. An admin sees their own, a SUPER_ADMIN all. */
export const schedule = z.object({
  id: z.int(),
  name: z.string(),
  /** Why; the people of its devices read it. */
  purpose: z.string(),
  action: scheduledAction,
  /** The action in words: "Update location". */
  title: z.string(),
  timing: scheduleTiming,
  /** The timing in words: "Every day at 08:00 (Europe/Berlin)". */
  when: z.string(),
  /** A group, with its name; or how many devices were chosen. A search is resolved when the schedule is saved. */
  target: z.object({
    group: z.nullable(z.object({ id: z.int(), name: z.string() })),
    /** How many devices it is for now. */
    devices: z.int(),
    /** The device, when there is only one. */
    device: z.nullable(z.object({ id: z.int(), name: z.string() })),
  }),
  paused: z.boolean(),
  createdBy: z.string(),
  createdAt: z.string(),
  /** When it starts its next run; null while it is paused, and after its end. */
  nextAt: z.nullable(z.string()),
  lastRun: z.nullable(z.object({ id: z.int(), startedAt: z.string(), state: z.enum(runStates), counts: runCounts })),
  /** The caller may change it: it is their own, or they are a SUPER_ADMIN. */
  mine: z.boolean(),
});
export type Schedule = z.infer<typeof schedule>;

const ofSchedule = 'name of the device of a schedule for one device';

export const scheduleList = endpoint({
  path: 'schedule/all',
  access: 'admin',
  tells: ['DEVICE'],
  answers: ofSchedule,
  log: seenLine('schedules'),
  staleBy: ['runs', 'schedules'],
  summary: 'The schedules, with their next and last run',
  input: z.strictObject({}),
  output: z.array(schedule),
});

const fields = {
  name: displayName(nameMaxLength),
  purpose: statedReason(purposeMaxLength),
  selection: deviceSelection,
  action: scheduledAction,
  timing: scheduleTiming,
};

/** Creates a schedule. It is written to the log of each of its devices, and their people are told. */
export const createSchedule = endpoint({
  path: 'schedule/create',
  access: 'admin',
  tells: ['DEVICE'],
  answers: ofSchedule,
  log: { action: 'SCHEDULE' },
  summary: 'Create a schedule',
  input: z.strictObject(fields),
  maxBodyBytes: 32 * kilobyte,
  output: schedule,
  errors: [
    'no_devices',
    'too_many_devices',
    'too_many_schedules',
    'too_many_in_all',
    'group_not_found',
    'schedule_over',
    'kind_not_used',
  ],
});

/** Changes a schedule. Without a selection its devices stay. */
export const updateSchedule = endpoint({
  path: 'schedule/update',
  access: 'admin',
  tells: ['DEVICE'],
  answers: ofSchedule,
  log: { action: 'SCHEDULE' },
  summary: 'Change a schedule',
  input: z.strictObject({ scheduleId, ...fields, selection: z.optional(deviceSelection) }),
  maxBodyBytes: 32 * kilobyte,
  output: schedule,
  errors: ['schedule_not_found', 'no_devices', 'too_many_devices', 'group_not_found', 'schedule_over', 'kind_not_used'],
});

export const pauseSchedule = endpoint({
  path: 'schedule/pause',
  access: 'admin',
  tells: ['DEVICE'],
  answers: ofSchedule,
  log: { action: 'SCHEDULE', when: 'when it changes' },
  summary: 'Pause a schedule, or resume it',
  input: z.strictObject({ scheduleId, paused: z.boolean() }),
  output: schedule,
  errors: ['schedule_not_found', 'schedule_over'],
});

/** Deletes a schedule. Its runs stay listed, and what is running goes on. */
export const deleteSchedule = endpoint({
  path: 'schedule/delete',
  access: 'admin',
  tells: [],
  log: { action: 'SCHEDULE' },
  summary: 'Delete a schedule',
  input: z.strictObject({ scheduleId }),
  output: z.null(),
  errors: ['schedule_not_found'],
});

/** When a schedule with this timing would start its next runs, for the form. */
export const previewSchedule = endpoint({
  path: 'schedule/preview',
  access: 'admin',
  tells: [],
  log: 'times',
  summary: 'The next times of a schedule',
  input: z.strictObject({ timing: scheduleTiming, after: z.optional(moment) }),
  output: z.object({ when: z.string(), next: z.array(z.string()) }),
});

/**
 * What watches a device by itself, as its person sees it too, in the order of `watchKinds`, at most 50 at a time. Several zones are one line, after
 * the others; with `after` the following ones come one by one, the zones too. When a rule last fired is left out where the caller may not be told it.
 */
export const deviceWatches = endpoint({
  path: 'device/watches',
  access: 'admin',
  tells: ['DEVICE', ...alertedCapabilities],
  answers: 'when an alert rule last fired for the device',
  log: {
    action: 'READ',
    when: 'when there is one',
    // Without that it has only what admins have set.
    describe: (_input, watches) =>
      watches.some(({ kind, lastAt }) => kind === 'ALERT_RULE' && typeof lastAt === 'string') ? {} : null,
    words: { plain: 'watches' },
  },
  staleBy: ['alerts', 'approvals', 'reasons', 'schedules', 'zones'],
  summary: 'What watches a device by itself, and who set it',
  input: z.strictObject({ deviceId, after: z.optional(watchCursor) }),
  output: z.array(watch),
  device: { capability: null, action: 'READ' },
});
