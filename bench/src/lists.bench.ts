import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contacts, deviceList } from '@fairwatch/contract';
import { Client } from 'pg';
import type { Bench } from './core/bench.ts';
import { load, type LoadResult, type Shot } from './core/load.ts';
import { freePort, serve } from './core/process.ts';
import { prepareGround, signIn, startProduct } from './core/product.ts';
import { printTable, ratio } from './core/table.ts';
import { addContacts, firstDevice, growDevices } from './lists.data.ts';

const options = { connections: 16, seconds: 4 };

interface Measured {
  list: string;
  ours: LoadResult;
  bare: LoadResult;
}

/** A page of 50 rows from lists of several lengths. */
export const listsBench: Bench = {
  about: 'pages of 50 devices and 50 contacts beside a bare Fastify that answers the same bytes without a database',
  async run({ full }) {
    const sizes = full ? [1000, 100_000, 1_000_000] : [1000, 100_000];
    const ground = await prepareGround();
    const client = new Client(ground.connection);
    const product = await startProduct(ground.dataDir);
    try {
      await client.connect();
      const token = await signIn(product.url);
      const shot = (endpoint: { path: string }, input: object): Shot => ({
        url: `${product.url}${endpoint.path}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ pageSize: 50, ...input }),
      });
      const measured: Measured[] = [];
      for (const size of sizes) {
        await growDevices(client, size);
        measured.push(await measure(`devices, ${size.toLocaleString('en')}`, shot(deviceList, {}), ground.dataDir));
      }
      const deviceId = await firstDevice(client);
      await addContacts(client, deviceId);
      measured.push(await measure('contacts of a device', shot(contacts.list, { deviceId }), ground.dataDir));
      printTable(measured.map(line));
    } finally {
      await client.end();
      await product.stop();
      await ground.remove();
    }
  },
};

/** Ours, then at once the baseline with the same bytes, so that both meet the same machine. */
async function measure(list: string, shot: Shot, folder: string): Promise<Measured> {
  const answer = await fetch(shot.url, { method: 'POST', headers: shot.headers, body: shot.body });
  const bytes = await answer.text();
  if (!answer.ok) throw new Error(`${list}: ${bytes}`);
  const ours = await load(shot, options);
  const answerFile = path.join(folder, 'answer.json');
  await writeFile(answerFile, bytes);
  const bareServer = await serve({
    file: process.execPath,
    args: ['bench/src/bare/bare-fastify.ts'],
    port: await freePort(),
    env: { ANSWER_FILE: answerFile },
    probe: '/',
  });
  const bare = await load({ ...shot, url: `${bareServer.url}/` }, options).finally(() => bareServer.stop());
  return { list, ours, bare };
}

function line({ list, ours, bare }: Measured) {
  return {
    list,
    'requests/s': ours.perSecond.toFixed(0),
    'bare/s': bare.perSecond.toFixed(0),
    'against bare': ratio(ours.perSecond, bare.perSecond),
    'p50 ms': ours.p50Ms.toFixed(2),
    'p99 ms': ours.p99Ms.toFixed(2),
  };
}
