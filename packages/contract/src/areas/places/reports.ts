import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';
import { timeZone } from '../../core/fields/time-zone.ts';
import { day } from '../../shared/ground.ts';
import { shownTarget, watchTarget } from '../../shared/watches/watch-target.ts';
import { seenLine } from '../../shared/log/log-line.ts';

const read = { permission: 'LOCATION', level: 'READ_ONLY' } as const;

/** One device's week. */
export const reportRow = z.object({
  deviceId: z.int(),
  device: z.string(),
  points: z.int(),
  metres: z.number(),
  stops: z.int(),
  /** Seconds in each zone that the caller sees, the longest first. */
  zones: z.array(z.object({ zoneId: z.int(), name: z.string(), seconds: z.int() })),
});
export type ReportRow = z.infer<typeof reportRow>;

/** Distance, stops and time in zones of a week. It reads the location of each device that it shows, and is logged as such. */
export const weekReport = endpoint({
  path: 'report/week',
  access: read,
  tells: ['DEVICE', 'LOCATION'],
  answers: 'how far each device went in a week, how many stops it made, and how long it was in which zone',
  log: {
    action: 'READ',
    when: 'once an hour',
    words: 'report',
  },
  staleBy: ['grants'],
  summary: 'Distance, stops and time in zones of a week',
  input: z.strictObject({
    /** A day of the week, which begins on Monday in `zone`. */
    week: day,
    zone: timeZone,
    target: watchTarget,
    /** It is saved as a file, which the log says. */
    export: z._default(z.boolean(), false),
  }),
  output: z.object({
    /** Monday and the Monday after it, both at midnight in `zone`. */
    from: z.string(),
    to: z.string(),
    /** By the name of the device. */
    rows: z.array(reportRow),
    /** How many devices of the target are not in it, because they do not share their location now, or have no positions in the week. */
    without: z.int(),
  }),
  errors: ['group_not_found', 'device_not_found', 'report_too_large'],
});
export type WeekReport = z.infer<typeof weekReport.output>;

/** The report that is mailed to the caller each Monday. */
export const reportMail = endpoint({
  path: 'report/mail',
  access: read,
  tells: ['DEVICE'],
  answers: 'name of the device of a report for one device',
  log: seenLine('reports'),
  summary: 'The report that is mailed each week',
  input: z.strictObject({}),
  output: z.object({
    /** NO_SERVER without a mail server (`SMTP_URL`), NO_ADDRESS while the account has no email address. */
    mail: z.enum(['READY', 'NO_SERVER', 'NO_ADDRESS']),
    /** Null for none. */
    report: z.nullable(z.object({ ...shownTarget.shape, zone: z.string(), lastSentAt: z.nullable(z.string()) })),
  }),
});
export type ReportMail = z.infer<typeof reportMail.output>;

export const updateReportMail = endpoint({
  path: 'report/mail/update',
  access: read,
  tells: [],
  log: { action: 'REPORT', when: 'for each device of the report, before and after; each that is mailed is a `READ`' },
  summary: 'Have the report of each week mailed, or not any more',
  input: z.strictObject({ mail: z.nullable(z.strictObject({ target: watchTarget, zone: timeZone })) }),
  output: z.null(),
  errors: ['group_not_found', 'device_not_found', 'mail_unavailable'],
});
