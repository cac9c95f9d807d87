import { z } from 'zod/mini';
import { deviceFeature, deviceId, searchInput } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { utcMoment } from '../../core/fields/moment.ts';
import { groupDetails } from '../../shared/log/list-details.ts';

/** What became of a call. */
export const callStates = ['OUTGOING', 'INCOMING', 'MISSED', 'REJECTED'] as const;
export type CallState = (typeof callStates)[number];

/** The calls of a device. */
export const callLogs = deviceFeature({
  id: 'call-logs',
  permission: 'CALL_LOG',
  capability: 'CALL_LOG',
  paths: { list: 'call-log/all', update: 'call-log/command/upload', history: 'call-log/command/all' },
  command: 'UPDATE_CALLS',
  noun: 'calls',
  record: z.object({
    /** As the address book has it; empty for a number that is not in it. */
    name: z.string(),
    phoneNumber: z.string(),
    /** Seconds talked; 0 for a call that nobody took. */
    duration: z.int().check(z.minimum(0)),
    date: utcMoment,
    state: z.enum(callStates),
  }),
  searchIn: ['name', 'phoneNumber'],
  sortBy: ['date', 'duration', 'phoneNumber'],
  filterBy: ['state'],
  period: 'date',
});

/** How many calls, and how long they were in all. */
const totals = { calls: z.int(), duration: z.int() };

/** The sums over all calls that a list shows on its pages: the same search and filter. */
export const callTotals = endpoint({
  path: 'call-log/totals',
  access: callLogs.list.access,
  answers: 'how many calls, and how long',
  log: {
    action: 'READ',
    describe: (input, { calls }) => groupDetails(input, [{ count: calls }]),
    words: 'callTotals',
  },
  staleBy: ['call-logs'],
  summary: 'How many calls match, by state, and how long they were',
  input: z.strictObject({ deviceId, search: searchInput, filter: callLogs.list.input.shape.filter }),
  output: z.object({ ...totals, byState: z.record(z.enum(callStates), z.object(totals)) }),
  device: { capability: callLogs.capability, action: 'READ' },
});
