import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { contacts } from '@fairwatch/contract';
import type { Client } from 'pg';

interface HttpDrive {
  url: string;
  token: string;
  deviceIds: readonly number[];
  seconds: number;
  /** Each has one request at a time. */
  connections: number;
}

export interface HttpResult {
  perSecond: number;
  p99Ms: number;
}

/**
 * Requests Updates over HTTP, as consoles do, and reads their results from the database. It writes and reads the bytes itself, since Node's
 * client would take CPU time of the cores that the server needs.
 */
export async function driveOverHttp(
  client: Client,
  { url, token, deviceIds, seconds, connections }: HttpDrive,
): Promise<HttpResult> {
  const { rows: before } = await client.query<{ id: string }>('select coalesce(max(id), 0) as id from commands');
  const { host, hostname, port } = new URL(url);
  const head = `POST ${contacts.update.path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
  const started = performance.now();
  const end = started + seconds * 1000;
  let next = 0;
  const lane = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding('latin1');
    await once(socket, 'connect');
    while (performance.now() < end) {
      const body = JSON.stringify({ deviceId: deviceIds[next++ % deviceIds.length] ?? 0 });
      socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`);
      const status = await readAnswer(socket);
      // A device with a pending command is refused, and asked again later; only the stored rows count.
      if (status !== 200 && status !== 409) throw new Error(`Update was answered with ${status}.`);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const elapsed = (performance.now() - started) / 1000;
  await untilDone(client);
  const { rows } = await client.query<{ count: string; p99: number }>(
    `select count(*), percentile_cont(0.99) within group (order by extract(epoch from finished_at - created_at) * 1000) as p99
     from commands where id > $1`,
    [before[0]?.id],
  );
  return { perSecond: Number(rows[0]?.count) / elapsed, p99Ms: Number(rows[0]?.p99) };
}

/** Reads one answer to its end and returns its status. */
function readAnswer(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: string) => {
      text += chunk;
      const head = text.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      if (head < 0 || text.length < head + 4 + Number(length)) return;
      socket.off('data', read).off('error', reject);
      resolve(Number(text.slice(9, 12)));
    };
    socket.on('data', read).once('error', reject);
  });
}

async function untilDone(client: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query('select from commands where finished_at is null limit 1');
    if (rowCount === 0) return;
  }
}
