import { weekReport, type WeekReport } from '@fairwatch/contract';
import type { Bench } from './core/bench.ts';
import type { Served } from './core/process.ts';
import { onGround, signIn, startFilled, withClient } from './core/product.ts';
import { median, printLoadAverage, printTable, ratio } from './core/table.ts';
import { timed } from './core/timed.ts';
import { addDevices } from './lists.data.ts';
import { addWeek, monday, pointsPerDevice } from './reports.data.ts';

const rounds = 3;
const database = 'bench_reports';

/** The report of a week over as many devices as one may have. */
export const reportsBench: Bench = {
  about:
    'the report of a week of 1,000 devices with a point every five minutes, beside one scan that adds up the same rows',
  async run({ devices = 1000 }) {
    await onGround(async (ground, closers) => {
      const { product } = await startFilled(ground, database, closers, async (client) => {
        await addDevices(client, devices);
        await addWeek(client);
      });
      const report: number[] = [];
      const again: number[] = [];
      const scan: number[] = [];
      // In turn, so that other load on the machine affects both; the first round only fills PostgreSQL's buffers.
      for (let round = 0; round <= rounds; round += 1) {
        const token = await signIn(product.url);
        const seconds = [
          await timed(() => askReport(product, token, devices)),
          await timed(() => askReport(product, token, devices)),
          await timed(() => withClient({ ...ground.connection, database }, scanRows)),
        ];
        if (round > 0) for (const [place, list] of [report, again, scan].entries()) list.push(seconds[place] ?? 0);
      }
      printTable(
        Object.entries({ 'report, the first of a visit': report, 'the same again': again, 'bare scan': scan }).map(
          ([name, seconds]) => ({
            [`${(devices * pointsPerDevice).toLocaleString('en')} points`]: name,
            seconds: median(seconds).toFixed(2),
            'beside the scan': ratio(median(seconds), median(scan)),
          }),
        ),
      );
      printLoadAverage();
    });
  },
};

async function askReport({ url }: Served, token: string, devices: number): Promise<void> {
  const response = await fetch(url + weekReport.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ week: monday.toISOString().slice(0, 10), zone: 'UTC', target: { for: 'ALL' } }),
  });
  const { data } = (await response.json()) as { data: WeekReport };
  const points = data.rows.reduce((sum, row) => sum + row.points, 0);
  if (points !== devices * pointsPerDevice) throw new Error(`The report has ${points} points.`);
}

/** What any report has to do at least: each row is read once, in PostgreSQL, and nothing is sent. */
async function scanRows(client: { query(text: string, values: unknown[]): Promise<unknown> }): Promise<void> {
  await client.query(
    `select device_id, count(*), sum(latitude), sum(longitude), sum(accuracy) from locations
     where local_date_time >= $1::timestamptz and local_date_time < $1::timestamptz + interval '7 days' group by device_id`,
    [monday],
  );
}
