import { clockText, limits, minuteOfWeek, weekDays, type AlertCondition } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auditOf } from '../../../../testing/person.ts';
import { alertsOf, insertZone, move, northOfSchool, setRule } from '../../../../testing/samples/test-alerts.ts';
import type { TestAdmin } from '../../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../../testing/servers/use-server.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../../../testing/test-device.ts';
import { createAlertEngine } from '../alert-engine.ts';

const server = useTestServer();
const minute = 60_000;
const hour = 60 * minute;
const { arrivalWaitMs, arrivalLateMs } = limits.alert;
const [inside, outside] = [northOfSchool(0), northOfSchool(900)];

let owner: TestAdmin;
let zoneId: number;
let device: TestDevice;
/** The time of the rules: a full minute some hours from now, after all that the tests do. */
let deadline: number;

/** A time zone in which it is about noon, so that the hours before and after are of the same day. */
const hoursAhead = 12 - new Date().getUTCHours();
const timeZone = hoursAhead === 0 ? 'UTC' : `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`;
const clockOf = (at: number) => clockText(timeZone, new Date(at));
const before = (ms: number) => new Date(deadline - ms);
const condition = (on: 'NOT_ARRIVED' | 'LEFT_BEFORE', days = [...weekDays]): AlertCondition => {
  return { on, zoneId, time: clockOf(deadline), days, timeZone };
};
const all = (wanted: AlertCondition) => setRule(server, wanted, { token: owner.token });
const join = () => joinDevice(server, { ownerId: owner.userId, capabilities: ['LOCATION', 'CONTACTS'] });

/** Sets the clock, and has the rules checked by it. */
async function checkAt(at: number): Promise<void> {
  server.clock.hold(at);
  await server.scheduler.runJobs(10_000);
}
const firedFor = async (rule: { id: number }) =>
  (await alertsOf(server, rule, owner.token)).map(({ deviceId, words }) => [deviceId, words]);

/** Waits until a rule has been checked for its latest time. */
async function checked(rule: { id: number }): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select from alert_deadlines where rule_id = ${rule.id}`.execute(server.services.db);
    expect(rows).toHaveLength(1);
  });
}

beforeEach(async () => {
  server.clock.hold(null);
  deadline = Math.ceil((Date.now() + 3 * hour) / minute) * minute;
  owner = await server.createAdmin({ access: 'FULL_ACCESS' });
  zoneId = await insertZone(server, { ownerId: owner.userId });
  device = await join();
});

describe('a rule about not arriving', () => {
  it('fires once for who is not there and did not come, and for nobody else, five minutes after its time', async () => {
    const [there, came, home] = [await join(), await join(), await join()];
    const rule = await all(condition('NOT_ARRIVED'));
    await move(server, device.deviceId, [{ ...outside, at: before(20 * minute) }]);
    await move(server, there.deviceId, [{ ...inside, at: before(5 * hour) }]);
    await move(server, came.deviceId, [
      { ...outside, at: before(40 * minute) },
      { ...inside, at: before(15 * minute) },
      { ...outside, at: before(5 * minute) },
    ]);
    // Being there two hours ago counts as an earlier arrival, not as this one.
    await move(server, home.deviceId, [
      { ...inside, at: before(2 * hour) },
      { ...outside, at: before(30 * minute) },
    ]);
    const words = `Did not arrive at School by ${clockOf(deadline)}`;
    await checkAt(deadline + arrivalWaitMs - 1);
    expect(await firedFor(rule)).toEqual([]);
    // Another server checks too.
    const other = createAlertEngine(server.services);
    await checkAt(deadline + arrivalWaitMs);
    await vi.waitFor(async () =>
      expect(await firedFor(rule)).toEqual([
        [device.deviceId, words],
        [home.deviceId, words],
      ]),
    );
    await checkAt(deadline + arrivalWaitMs + minute);
    await other.close();
    expect(await firedFor(rule)).toHaveLength(2);
    const [alert] = await alertsOf(server, rule, owner.token);
    expect(alert).toMatchObject({ beganAt: new Date(deadline).toISOString(), event: 'NOT_ARRIVED' });
    expect(alert?.endedAt).not.toBeNull();
    const lines = (await auditOf(server, device)).filter(({ action }) => action === 'ALERT');
    expect(lines).toContainEqual(expect.objectContaining({ details: expect.objectContaining({ words }) }));
  });

  it('says when no location was sent in the hour before', async () => {
    const rule = await all(condition('NOT_ARRIVED'));
    await move(server, device.deviceId, [{ ...outside, at: before(2 * hour) }]);
    await checkAt(deadline + arrivalWaitMs);
    await vi.waitFor(async () =>
      expect(await firedFor(rule)).toEqual([
        [device.deviceId, `Did not arrive at School by ${clockOf(deadline)} (no location in the hour before)`],
      ]),
    );
  });

  it('tells nothing of who does not share at that moment, and says since when who shares again does', async () => {
    deadline = Math.ceil((Date.now() + 30 * minute) / minute) * minute;
    const paused = await join();
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'pause' });
    await raw.next('grants');
    raw.send({ type: 'resume' });
    await raw.next('grants');
    raw.socket.close();
    await raw.closed;
    server.clock.hold(Date.now() - hour);
    const rule = await all(condition('NOT_ARRIVED'));
    await sql`update devices set paused_at = now() where id = ${paused.deviceId}`.execute(server.services.db);
    await move(server, device.deviceId, [{ ...outside, at: before(5 * minute) }]);
    await move(server, paused.deviceId, [{ ...outside, at: before(5 * minute) }]);
    await checkAt(deadline + arrivalWaitMs);
    await vi.waitFor(async () => expect(await firedFor(rule)).toHaveLength(1));
    const [[firedId, words] = []] = await firedFor(rule);
    expect(firedId).toBe(device.deviceId);
    expect(words).toMatch(/^Did not arrive at School by \d\d:\d\d \(shared only since \d\d:\d\d\)$/);
    // Nor later, once it is shared again: that time has passed.
    await sql`update devices set paused_at = null where id = ${paused.deviceId}`.execute(server.services.db);
    await checkAt(deadline + arrivalWaitMs + 10 * minute);
    expect(await firedFor(rule)).toHaveLength(1);
  });

  it('tells nothing of who shared only after its time', async () => {
    deadline = Math.floor((Date.now() - 10 * minute) / minute) * minute;
    server.clock.hold(deadline - hour);
    const rule = await all(condition('NOT_ARRIVED'));
    await checkAt(deadline + arrivalWaitMs);
    await checked(rule);
    expect(await firedFor(rule)).toEqual([]);
  });

  it('is not checked on other days, nor for a time before it was on, nor long after', async () => {
    const today = weekDays[Math.floor(minuteOfWeek(timeZone, deadline) / (24 * 60))];
    const otherDays = await all(
      condition(
        'NOT_ARRIVED',
        weekDays.filter((day) => day !== today),
      ),
    );
    const tooLate = await all(condition('NOT_ARRIVED'));
    await checkAt(deadline + arrivalLateMs + minute);
    server.clock.hold(deadline + minute);
    const justSet = await all(condition('NOT_ARRIVED'));
    deadline += 2 * minute;
    const control = await all(condition('NOT_ARRIVED'));
    await checkAt(deadline + arrivalWaitMs);
    await checked(control);
    expect([await firedFor(otherDays), await firedFor(justSet)]).toEqual([[], []]);
    expect(await firedFor(control)).toHaveLength(1);
    // Within the hour it was late for, it is made up for.
    expect(await firedFor(tooLate)).toHaveLength(1);
  });
});

describe('a rule about leaving before a time', () => {
  it('fires when the device goes before it, is over when it comes back, and does not fire after it', async () => {
    deadline = Math.ceil((Date.now() + 10 * minute) / minute) * minute;
    const early = await all(condition('LEFT_BEFORE'));
    deadline = Math.floor((Date.now() - minute) / minute) * minute;
    const late = await all(condition('LEFT_BEFORE'));
    await move(server, device.deviceId, [inside]);
    await move(server, device.deviceId, [outside]);
    await vi.waitFor(async () => expect(await firedFor(early)).toHaveLength(1));
    await move(server, device.deviceId, [inside]);
    await vi.waitFor(async () => {
      const [alert] = await alertsOf(server, early, owner.token);
      expect(alert).toMatchObject({ words: expect.stringMatching(/^Left School before \d\d:\d\d$/) });
      expect(alert?.endedAt).not.toBeNull();
    });
    expect(await firedFor(late)).toEqual([]);
  });
});
