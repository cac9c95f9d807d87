import { withClosers } from '../core/closers.ts';
import { startMeasuredServers } from '../core/measured-servers.ts';
import { atMost, figure, holds, type Scenario } from '../core/scenario.ts';
import { startFleet } from '../load/fleet.ts';

const servers = ['pace-1', 'pace-2'];
const devices = 4000;
const perSecond = 1000;
const warmUpSeconds = 15;
const seconds = 30;
const inFlight = 1000;

/** Each server asks the devices of the other one, half of the commands each. */
export const paceScenario: Scenario = {
  name: 'pace',
  about: 'commands for devices on the other server, at 1,000/s, without HTTP',
  isQuick: false,
  isAlone: true,
  run: ({ parts }) =>
    withClosers(async (onClose) => {
      const { processes } = parts;
      const { servers: running, db } = await startMeasuredServers(parts, servers, onClose);
      const urls = running.map(({ url }) => url);
      const fleet = await startFleet(processes, { db, size: devices, urls, rows: 0 });
      onClose(fleet.stop);
      await fleet.untilConnected();
      const drive = (forSeconds: number) =>
        Promise.all(
          running.map(({ url, drive: run }) => {
            const deviceIds = fleet.phones.filter((phone) => phone.url !== url).map(({ deviceId }) => deviceId);
            return run({ deviceIds, inFlight, seconds: forSeconds, perSecond: perSecond / running.length });
          }),
        );
      // V8 compiles what is used often; until then everything takes longer.
      await drive(warmUpSeconds);
      const results = await drive(seconds);
      const rate = results.reduce((sum, each) => sum + each.perSecond, 0);
      const { count, done } = await db
        .selectFrom('commands')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('finished_at').as('done')])
        .executeTakeFirstOrThrow();
      return [
        atMost('p99 from due to told as done', Math.round(Math.max(...results.map(({ p99Ms }) => p99Ms))), 250, ' ms'),
        figure('p50', `${Math.max(...results.map(({ p50Ms }) => p50Ms)).toFixed(0)} ms`),
        figure('rate', `${rate.toFixed(0)}/s`),
        holds('every command is stored as done', Number(count) === Number(done), `${done} of ${count}`),
      ];
    }),
};
