import { z } from 'zod/mini';
import { moment } from '../../core/fields/moment.ts';
import { auditActions } from '../../shared/log/audit-details.ts';
import { endpoint } from '../../shared/endpoint.ts';

/** `HOLDS`: nothing was changed or removed. `STOPPED`: an admin cancelled it. `FAILED`: it could not be carried out, or its server ended. */
export const auditCheckStates = ['RUNNING', 'HOLDS', 'BROKEN', 'STOPPED', 'FAILED'] as const;

const auditCheck = z.object({
  state: z.enum(auditCheckStates),
  startedBy: z.string(),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** How many entries were verified, of how many when it began. */
  checked: z.int(),
  total: z.int(),
  /** The first faults, in words; devices are called by their numbers. */
  faults: z.array(z.string()),
  /** What was checked and what came of it, a line for each part. */
  summaries: z.array(z.string()),
});
export type AuditCheck = z.infer<typeof auditCheck>;

/** The latest check, also one that another server carries out; null when there was none. */
const latestCheck = z.object({ check: z.nullable(auditCheck) });

export const loadAuditCheck = endpoint({
  path: 'audit/check',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'The latest check of all logs: how far it is, and its result',
  input: z.strictObject({}),
  output: latestCheck,
});

/** Starts a check of all logs. One runs at a time; while it does, it is answered. */
export const startAuditCheck = endpoint({
  path: 'audit/check/start',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'Check every log for entries that were changed or removed',
  input: z.strictObject({}),
  output: latestCheck,
});

export const stopAuditCheck = endpoint({
  path: 'audit/check/stop',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'Stop the check of the logs',
  input: z.strictObject({}),
  output: latestCheck,
});

/** What one admin did in a period: the same to any devices is one row. */
export const adminDeed = z.object({
  who: z.string(),
  action: z.enum(auditActions),
  /** The kind of data or the call that it was about; empty for none. */
  about: z.string(),
  times: z.int(),
});
export type AdminDeed = z.infer<typeof adminDeed>;

/** Who did what how often, for whoever watches over the admins. It names no person and no device. */
export const auditReport = endpoint({
  path: 'audit/report',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'What each admin did in a period, and how often',
  input: z.strictObject({ from: moment, to: moment }),
  output: z.array(adminDeed),
});
