import { z } from 'zod/mini';
import { endpoint } from '../../shared/endpoint.ts';
import { openTicket, pendingUser, serverStats } from '../../shared/metrics.ts';
import { seenLine } from '../../shared/log/log-line.ts';

/** How far back the chart of active users goes: by the hour up to a week, by the day beyond. */
export const activeRanges = ['DAY', 'WEEK', 'MONTH', 'QUARTER'] as const;
export type ActiveRange = (typeof activeRanges)[number];

/** How far back the charts of the server go. */
export const systemRanges = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type SystemRange = (typeof systemRanges)[number];

const versionCount = z.object({ name: z.string(), devices: z.int() });
export type VersionCount = z.infer<typeof versionCount>;

/** The most common versions, largest first, and how many devices have another one. */
const versionCounts = z.object({ versions: z.array(versionCount), otherDevices: z.int() });
export type VersionCounts = z.infer<typeof versionCounts>;

/**
 * The same for what people may keep to themselves: how many devices do not share theirs, and how many share it but are not counted for this
 * admin, who may not read it or would owe a reason or a second admin's agreement for each device.
 */
const sharedVersionCounts = z.extend(versionCounts, { notShared: z.int(), withheld: z.int() });
export type SharedVersionCounts = z.infer<typeof sharedVersionCounts>;

const activePoint = z.object({ at: z.string(), users: z.int() });
export type ActivePoint = z.infer<typeof activePoint>;

/** A stretch of time in bytes: memory, RAM and disk on average, traffic and uploads in all. */
const systemPoint = z.extend(serverStats, { at: z.string() });
export type SystemPoint = z.infer<typeof systemPoint>;

export const dashboardMetrics = z.object({
  usersCount: z.int(),
  devicesCount: z.int(),
  adminsCount: z.int(),
  activeDevicesCount: z.int(),
  /** Counted by name while the person shares device details. */
  osVersions: sharedVersionCounts,
  appVersions: versionCounts,
  /** People seen in each hour or day (UTC), the one that has not ended included. */
  activeUsers: z.object({ step: z.enum(['HOUR', 'DAY']), points: z.array(activePoint) }),
  /** Where no sample was taken there is no point: the server was not running. */
  system: z.object({ stepSeconds: z.int(), points: z.array(systemPoint) }),
  pendingUsers: z.array(pendingUser),
  /** Those that need attention first: of whom the admin answers or, for who answers nobody, their own. */
  tickets: z.array(openTicket),
});
export type DashboardMetrics = z.infer<typeof dashboardMetrics>;

/** All that the dashboard shows, of what the signed-in admin may see. */
export const dashboard = endpoint({
  path: 'user/dashboard',
  access: 'admin',
  tells: ['DEVICE', 'DEVICE_INFO'],
  answers: 'titles of tickets, and who wrote them',
  log: seenLine('dashboard'),
  staleBy: ['figures', 'profile', 'tickets'],
  summary: 'The figures of the dashboard',
  input: z.strictObject({
    activeRange: z._default(z.enum(activeRanges), 'DAY'),
    systemRange: z._default(z.enum(systemRanges), 'DAY'),
  }),
  output: dashboardMetrics,
});
