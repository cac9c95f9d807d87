import { sql } from 'kysely';
import { atMost, figure, holds, noFaults, type Check } from '../core/scenario.ts';
import { until } from '../core/own-processes.ts';
import { findFaults } from '../load/ledger.ts';
import { boundsOfTables } from './bounds.ts';
import type { Crowd } from './chores.ts';
import { growingTables, judgeSlope, megabyte, steadySamples, type Growth } from './evaluate.ts';
import type { Sample } from './samples.ts';

const settleWithinMs = 600_000;
const rssPerHour = 2;
/** Sockets and timers come and go with devices and requests; a leak of one for each request would be thousands. */
const handlesPerHour = 50;

/** Everything that must have happened in a run of any length. */
const ingredients = [
  'runs',
  'updates',
  'live locations',
  'alerts',
  'runs of schedules',
  'uploads from a console',
  'files from a device',
  'restarts of a client',
  'withdrawals',
  'joined',
  'left',
  'times that phones went away',
];

const handlesOf = ({ handles }: Sample) => Object.values(handles).reduce((sum, each) => sum + each, 0);

/** Lets everything come to its end, and compares what is known with the database and the samples with their limits. */
export async function close(crowd: Crowd, samples: readonly Sample[]): Promise<{ checks: Check[]; growth: Growth[] }> {
  const { site, fleet, witnesses, accepted, tally } = crowd;
  const { db, requests } = site;
  await fleet.comeBack(fleet.deviceIds);
  await fleet.untilConnected().catch(() => undefined);
  const unfinished = async () => {
    const { rows } = await sql<{ open: number }>`select count(*) as open from runs where finished_at is null`.execute(
      db,
    );
    return rows[0]?.open ?? 0;
  };
  await until('all runs have finished', settleWithinMs, async () => (await unfinished()) === 0, 500).catch(
    () => undefined,
  );
  await countStored(crowd);
  const missing = ingredients.filter((name) => !tally[name]);
  const steady = steadySamples(samples);
  const growth = growingTables(steady, boundsOfTables());
  const of = (pick: (sample: Sample) => number) => steady.map((sample) => ({ x: sample.at, y: pick(sample) }));
  const unbound = growth.filter(({ bound }) => bound === null).map(({ table }) => table);
  const answers = Object.entries(requests.byStatus).reduce((sum, [, times]) => sum + times, 0);
  return {
    growth,
    checks: [
      noFaults(requests.faults(), `no 5xx and no lost answer in ${answers.toLocaleString('en')} requests`),
      noFaults(await findFaults(site, { accepted, fleet, witnesses }), 'ledger: nothing lost, doubled or widened'),
      atMost('runs that did not finish', await unfinished(), 0),
      noFaults(await findRunFaults(crowd), 'items of runs have at most one command'),
      holds('everything happened', missing.length === 0, missing.length === 0 ? 'yes' : `not: ${missing.join(', ')}`),
      ...requests.outages.map(({ what, from, to }) => figure(what, `${((to - from) / 1000).toFixed(1)} s`)),
      judgeSlope(
        'RSS after warm-up',
        of(({ rssFloor }) => rssFloor / megabyte),
        rssPerHour,
        'MB',
      ),
      judgeSlope(
        'held after a collection',
        of(({ held }) => held / megabyte),
        rssPerHour,
        'MB',
      ),
      judgeSlope('sockets, timers and other handles', of(handlesOf), handlesPerHour, ''),
      noFaults(unbound, 'every table that grows has a bound'),
    ],
  };
}

/** Counts what the server has done by itself. */
async function countStored({ site: { db }, tally }: Crowd): Promise<void> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from alerts) as alerts, (select count(*) from runs where schedule_id is not null) as "runs of schedules",
      (select coalesce(sum(points), 0) from live_sessions) as "points of live locations",
      (select count(*) from commands) as commands, (select count(*) from audit_entries) as "entries in the log"`.execute(
    db,
  );
  Object.assign(tally, rows[0]);
}

async function findRunFaults({ site: { db } }: Crowd): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select 'item ' || run_item_id || ' has ' || count(*) || ' commands' as fault from commands
    where run_item_id is not null group by run_item_id having count(*) > 1 limit 5`.execute(db);
  return rows.map(({ fault }) => fault);
}
