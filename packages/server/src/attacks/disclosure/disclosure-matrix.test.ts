import {
  createGroup,
  deviceVisits,
  endpoints,
  everythingTold,
  mapPositions,
  missingPositions,
  previewRule,
  toldByNotifications,
  tryAlertRule,
  unreadNotifications,
  updateGroup,
  userList,
  visitEntries,
  weekReport,
  type Endpoint,
  type Told,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createSession } from '../../shared/sessions/sessions.ts';
import { personalData } from '../../shared/audit/personal-data.ts';
import { findDueCounts } from '../../shared/notify/notification-mails.store.ts';
import { openConsole } from '../../testing/open-console.ts';
import { endpointInputs } from '../../testing/samples/endpoint-inputs.ts';
import { endCommands } from '../../testing/samples/test-files.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';
import { insertNotification, plantCanaries, shows, type Planted } from './canaries.ts';
import { conditionsOf } from './conditions.ts';

const server = useTestServer();
let planted: Planted;
let inputOf: ReturnType<typeof endpointInputs>;

beforeAll(async () => {
  const caller = await server.createAdmin({ access: 'FULL_ACCESS' });
  planted = await plantCanaries(server, caller);
  inputOf = endpointInputs(server, planted.sampled);
});

/** Calls of admins that tell something. Those of a SUPER_ADMIN alone have no condition that could forbid them. */
const telling = endpoints.filter(({ tells, access }) => tells.length > 0 && access !== 'super-admin');
const readPaths = new Set(
  personalData.flatMap(({ path, log }) => (typeof log !== 'string' && log.action === 'READ' ? path : [])),
);
/** True for calls that change nothing. The others are tried where they must be refused. */
const isRead = ({ path }: Endpoint) => readPaths.has(path);
/** True for what hours and the notice forbid as well. A notification to the person collects nothing. */
const isLive = ({ device }: Endpoint) =>
  device?.live === true ||
  (device?.action === 'COMMAND' && device.capability !== null && device.capability !== 'NOTIFICATIONS');

/** The usual inputs, prepared before a condition takes away the rights that this needs. */
const inputs = new Map<Endpoint, object>();

async function prepare(calls: readonly Endpoint[], told: Told): Promise<Map<Endpoint, object>> {
  await endCommands(server, planted.sampled.device);
  const prepared = new Map<Endpoint, object>();
  for (const endpoint of calls) {
    const input = (await planted.inputFor(endpoint, told)) ?? inputs.get(endpoint) ?? (await inputOf(endpoint));
    inputs.set(endpoint, input);
    prepared.set(endpoint, input);
  }
  return prepared;
}

/** Each call has a session of its own, so that no line of the log is left out because it was written a moment ago. */
async function call(endpoint: Endpoint, input: object | undefined) {
  const { userId } = planted.sampled.caller;
  const session = { userId, remembered: false, address: '127.0.0.1', userAgent: 'test' };
  const { token } = await createSession(server.services, session);
  const answer = await fetch(new URL(endpoint.path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  });
  const text = await answer.text();
  // What was changed cannot be changed again with the same input.
  if (answer.status === 200 && !isRead(endpoint)) inputs.delete(endpoint);
  return { status: answer.status, text: text.replaceAll(volatile, '') };
}

/** What differs from one answer to the next without telling anything. */
const volatile = /"(?:asOf|lastSeenAt|expiresAt|pass|ticket|seq)":"[^"]*"/g;

async function countLines(): Promise<number> {
  const { caller, device } = planted.sampled;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entries
    where device_id = ${device.deviceId} and actor_id = ${caller.userId}`.execute(server.services.db);
  return rows[0]?.count ?? 0;
}

const pair = ({ path }: Pick<Endpoint, 'path'>, told: Told) => `${path} ${told}`;

/** What is told by a number or a time, without a word that a test could look for. */
const byNumber = new Set([
  pair(tryAlertRule, 'LOCATION'),
  pair(tryAlertRule, 'APPS'),
  pair(weekReport, 'LOCATION'),
  pair(previewRule, 'DEVICE_INFO'),
  pair(previewRule, 'DEVICE'),
  pair(mapPositions, 'DEVICE_INFO'),
  pair(updateGroup, 'DEVICE_INFO'),
  ...toldByNotifications.filter((told) => told !== 'DEVICE').map((told) => pair(unreadNotifications, told)),
]);

/**
 * Reads that name no word of a kind they are declared to tell: the summary of a visit leaves out the parts of some lines, a call under way
 * has no words, and a group of its own answers with a new name each time. Their own tests look at the numbers.
 */
const withoutWords = [
  pair(visitEntries, 'CALL_RECORDING'),
  ...(['APP_PERMISSIONS', 'CALL_RECORDING', 'CAMERA', 'DEVICE_INFO', 'FILES', 'LOCATION', 'MICROPHONE'] as const).map(
    (told) => pair(deviceVisits, told),
  ),
  pair(deviceVisits, 'NOTIFICATIONS'),
  pair(createGroup, 'DEVICE'),
  pair(createGroup, 'DEVICE_INFO'),
  pair(updateGroup, 'DEVICE'),
  pair(userList, 'DEVICE'),
  // The device has a location, so it is not among those that have none; `positions.test.ts` looks at those that are.
  ...(['DEVICE', 'DEVICE_INFO', 'LOCATION'] as const).map((told) => pair(missingPositions, told)),
];

/** A notification that tells nothing of anybody. */
async function insertHarmless(userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into notifications (user_id, kind, title, message) values (${userId}, 'ACCOUNT_WAITING', 'Somebody waits', '')
    returning id`.execute(server.services.db);
  return rows[0]?.id ?? 0;
}

const isFullRun = process.env['FULL_RUN'] !== undefined;
/** `npm test` tries each kind in every third state, for each kind another third; the full run tries all. */
const isTried = (told: Told, place: number) => isFullRun || (everythingTold.indexOf(told) + place) % 3 === 0;

/** What each read answers about each kind while nothing forbids it. */
const answers = new Map<string, string>();

describe('whatever tells something about a person', () => {
  it('tells it while nothing forbids it, leaves a line, and declares it', async () => {
    const wrong: string[] = [];
    for (const endpoint of telling.filter(isRead)) {
      for (const told of endpoint.tells) {
        const input = (await prepare([endpoint], told)).get(endpoint);
        const before = await countLines();
        const { status, text } = await call(endpoint, input);
        answers.set(pair(endpoint, told), text);
        if (status !== 200) wrong.push(`${endpoint.path} ${status} ${text.slice(0, 200)}`);
        if (shows(text, told) && (await countLines()) === before) wrong.push(`${endpoint.path} leaves no line`);
        const undeclared = everythingTold.filter((each) => !endpoint.tells.includes(each) && shows(text, each));
        // A device is named beside whatever is told of it.
        for (const each of undeclared) if (each !== 'DEVICE') wrong.push(`${endpoint.path} does not declare ${each}`);
      }
    }
    expect([...new Set(wrong)]).toEqual([]);
  });

  it('tells nothing in any state that forbids it', { timeout: 600_000 }, async () => {
    const { conditions, end } = conditionsOf(server, planted.sampled);
    const leaks: string[] = [];
    const unseen = new Set<string>();
    let cells = 0;
    for (const told of everythingTold) {
      const calls = telling.filter(({ tells }) => tells.includes(told));
      for (const [place, { name, begin, bindsLiveOnly = false }] of conditions.entries()) {
        const start = isTried(told, place) ? begin(told) : null;
        if (start === null) continue;
        const prepared = await prepare(calls, told);
        await start();
        for (const endpoint of calls) {
          if (bindsLiveOnly && !isLive(endpoint)) continue;
          // What is told about the device itself takes the permission of the call, if it asks for one.
          if (told === 'DEVICE' && name === 'no permission' && typeof endpoint.access === 'string') continue;
          const { status, text } = await call(endpoint, prepared.get(endpoint));
          cells += 1;
          const control = answers.get(pair(endpoint, told));
          if (status === 500) leaks.push(`${endpoint.path} breaks: ${name} (${told})`);
          else if (shows(text, told)) leaks.push(`${endpoint.path} tells ${told}: ${name}`);
          // Where a number tells it, the answer must not be the one of the state in which it is told.
          else if (status === 200 && byNumber.has(pair(endpoint, told)) && text === control)
            leaks.push(`${endpoint.path} answers the same about ${told}: ${name}`);
          else if (
            status === 200 &&
            isRead(endpoint) &&
            !shows(control ?? '', told) &&
            !byNumber.has(pair(endpoint, told))
          )
            unseen.add(pair(endpoint, told));
        }
        await end();
      }
    }
    expect(leaks).toEqual([]);
    // In a third of the states not each of them is answered.
    const expected = isFullRun ? withoutWords : withoutWords.filter((each) => unseen.has(each));
    expect([...unseen].toSorted()).toEqual(expected.toSorted());
    // A matrix that lost its calls or its conditions would be green as well.
    expect(cells).toBeGreaterThan(isFullRun ? 1400 : 450);
  });

  it('comes over no socket and in no mail in any state that forbids it', async () => {
    const { conditions, end } = conditionsOf(server, planted.sampled);
    const { caller, device } = planted.sampled;
    const { db, bus } = server.services;
    const { told: received, socket } = await openConsole(server, caller);
    const leaks: string[] = [];
    for (const told of toldByNotifications.filter((each) => each !== 'DEVICE')) {
      for (const { name, begin, bindsLiveOnly = false } of conditions) {
        const start = begin(told);
        if (start === null || bindsLiveOnly) continue;
        received.length = 0;
        await sql`delete from notifications where user_id = ${caller.userId}`.execute(db);
        await start();
        const id = await insertNotification(server, { caller, deviceId: device.deviceId, told });
        if ((await findDueCounts(db, { userId: caller.userId, email: '', language: null })).length > 0)
          leaks.push(`mail, ${told}: ${name}`);
        // Told in any state, and in the same batch: once it has come, the other one would have come as well.
        bus.publish('notified', { notificationIds: [id, await insertHarmless(caller.userId)] });
        await vi.waitFor(() => expect(received.some(({ messageType }) => messageType === 'NOTIFICATION')).toBe(true));
        await end();
        if (received.some((message) => shows(JSON.stringify(message), told))) leaks.push(`socket, ${told}: ${name}`);
      }
    }
    socket.close();
    expect(leaks).toEqual([]);
  });
});
