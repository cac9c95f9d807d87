import { Agent, request } from 'node:http';
import { contacts } from '@fairwatch/contract';
import type { Client } from 'pg';

const connections = 32;

interface HttpDrive {
  url: string;
  token: string;
  deviceIds: readonly number[];
  seconds: number;
}

/** Requests Updates over HTTP, as consoles do, and reads their results from the database. */
export async function driveOverHttp(client: Client, { url, token, deviceIds, seconds }: HttpDrive) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { rows: before } = await client.query<{ id: string }>('select coalesce(max(id), 0) as id from commands');
  const press = (deviceId: number) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const sent = request(`${url}${contacts.update.path}`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().on('end', () => {
          // A device with a pending command is refused, and asked again later; only the stored rows count.
          if (answer.statusCode === 200 || answer.statusCode === 409) resolve();
          else reject(new Error(`Update was answered with ${answer.statusCode}.`));
        });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify({ deviceId }));
    });
  const started = performance.now();
  const end = started + seconds * 1000;
  let next = 0;
  const lane = async () => {
    while (performance.now() < end) await press(deviceIds[next++ % deviceIds.length] ?? 0);
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  await untilDone(client);
  const { rows } = await client.query<{ count: string; p99: number }>(
    `select count(*), percentile_cont(0.99) within group (order by extract(epoch from finished_at - created_at) * 1000) as p99
     from commands where id > $1`,
    [before[0]?.id],
  );
  return { perSecond: Number(rows[0]?.count) / elapsed, p99Ms: Number(rows[0]?.p99) };
}

async function untilDone(client: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query('select from commands where finished_at is null limit 1');
    if (rowCount === 0) return;
  }
}
