/**
 * Thousands of light phones in a process of its own, on one timer, which say at any time who of them is connected. Each phone keeps to one
 * of the addresses; with the address of a balancer that is the balancer's choice.
 */
import { limits } from '@fairwatch/contract';
import { deviceSocketUrl } from '../../../packages/device/src/core/connection/connection.ts';
import { prepareAnswers } from '../../../packages/device/src/simulator/load/load-answers.ts';
import { LoadPhone, type LoadCounts } from '../../../packages/device/src/simulator/load/load-phone.ts';
import { planLoadPhone } from '../../../packages/device/src/simulator/plan/phone-plan.ts';
import type { FleetPhone, FleetQuestion, FleetState } from './fleet.ts';

const tickMs = 100;
const ticksPerBeat = limits.device.heartbeatMs / tickMs;
const ticksPerPoint = limits.liveLocation.everyMs / tickMs;
/** Handshakes under way at one time: more would only wait in the queue of the server's port. */
const connectsAtOnce = 400;
/** All phones are alike: the answers of one plan are enough. */
const { facts, granted } = planLoadPhone('cluster', 0);

interface Member {
  deviceId: number;
  phone: LoadPhone;
  url: URL;
}

const counts: LoadCounts = { connected: 0, refused: 0, commands: 0, rows: 0 };
let members: Member[] = [];
let ticks = 0;

async function begin(phones: readonly FleetPhone[], rows: number): Promise<void> {
  const answers = await prepareAnswers('cluster', rows);
  members = phones.map(({ deviceId, token, url }) => ({
    deviceId,
    url: deviceSocketUrl(url),
    phone: new LoadPhone({
      token,
      facts,
      granted,
      answerTo: ({ commandType }) => answers.get(commandType)?.[0],
      counts,
    }),
  }));
  setInterval(tick, tickMs);
}

/** Connects the phones that are due, and sends the heartbeats and the points of live locations of this tick. */
function tick(): void {
  const now = Date.now();
  let free = connectsAtOnce - members.filter(({ phone }) => phone.isConnecting).length;
  for (const [place, { phone, url }] of members.entries()) {
    if (place % ticksPerBeat === ticks % ticksPerBeat) phone.beat(now);
    if (place % ticksPerPoint === ticks % ticksPerPoint) phone.sendPoint(now);
    if (free <= 0 || !phone.isAway || phone.dueAt > now) continue;
    phone.connect(url);
    free -= 1;
  }
  ticks += 1;
}

function state(): FleetState {
  const connected = members.filter(({ phone }) => !phone.isAway && !phone.isConnecting);
  return { connected: connected.map(({ deviceId }) => deviceId), refused: counts.refused };
}

/** When a phone may connect next: never, or at once. Its present connection stays. */
function setDue(deviceIds: readonly number[], dueAt: number): void {
  const chosen = new Set(deviceIds);
  for (const { deviceId, phone } of members) if (chosen.has(deviceId)) phone.dueAt = dueAt;
}

/** Closes the connections of these phones, which stay away until they are told to come back. */
function hangUp(deviceIds: readonly number[]): void {
  const chosen = new Set(deviceIds);
  for (const { deviceId, phone } of members) if (chosen.has(deviceId)) phone.close();
}

async function answer(question: FleetQuestion): Promise<FleetState> {
  if (question.ask === 'begin') await begin(question.phones, question.rows);
  if (question.ask === 'stay-away') setDue(question.deviceIds, Number.POSITIVE_INFINITY);
  if (question.ask === 'hang-up') hangUp(question.deviceIds);
  if (question.ask === 'come-back') setDue(question.deviceIds, 0);
  return state();
}

process.on('message', (question: FleetQuestion) => {
  void answer(question).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit(0));
