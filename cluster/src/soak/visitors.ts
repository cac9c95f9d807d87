import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { cdnList, contacts, deviceSummary, files, sendFile, uploadChunk, type Endpoint } from '@fairwatch/contract';
import { folderActs, MemoryFolder } from '@fairwatch/device';
import { sql } from 'kysely';
import { makeFile } from '../../../bench/src/files.data.ts';
import { uploadByChunks } from '../../../bench/src/files.http.ts';
import { until } from '../core/own-processes.ts';
import { joinDevice, startWitness, type Joined, type Witness } from '../load/witness.ts';
import type { Habit } from './admins.ts';
import type { Site } from './site.ts';

/** What happened, by its name: every ingredient of a run must have happened. */
export type Tally = Record<string, number>;

export const count = (tally: Tally, what: string) => void (tally[what] = (tally[what] ?? 0) + 1);

/** No verdict is about speed: other work may go on beside a run. */
const patienceMs = 300_000;
const pollMs = 300;
const restMs = 20_000;
/** Two chunks. */
const uploadBytes = 9 * 1024 * 1024;
const sentBytes = 4 * 1024 * 1024;
const fileName = 'film.bin';

let uploads = 0;
/** The chunks of all made files share a buffer, so one upload goes on at a time. */
let uploading: Promise<unknown> = Promise.resolve();

/** People who join, share, get and send files, restart their client, withdraw and leave, again and again. */
export function visit(site: Site, tally: Tally): Habit {
  return async (signal) => {
    while (!signal.aborted) {
      const from = Date.now();
      // What an outage breaks begins again; at any other time nothing may break.
      await visitOnce(site, tally).catch(({ message }: Error) => {
        count(tally, 'visits that an outage broke');
        site.requests.note({ path: `a visit (${message})`, status: 0, from, to: Date.now() });
      });
      await delay(restMs, undefined, { signal }).catch(() => undefined);
    }
  };
}

async function visitOnce(site: Site, tally: Tally): Promise<void> {
  const { requests, balancer, token } = site;
  const bytes = randomBytes(sentBytes);
  const file = { mimeType: 'application/octet-stream', size: bytes.length, make: async () => bytes };
  const folder = new MemoryFolder([{ key: fileName, path: fileName, modifiedAt: new Date(), file }]);
  const options = { collectors: { contacts: async () => [], files: () => folder.list() }, acts: folderActs(folder) };
  const joined = await joinDevice(site);
  count(tally, 'joined');
  let witness = startWitness(balancer.url, joined, options);
  try {
    await witness.untilConnected(patienceMs);
    await command(site, contacts.update, joined);
    count(tally, 'updates');
    await upload(site, joined);
    count(tally, 'uploads from a console');
    await command(site, files.update, joined);
    await command(site, sendFile, { ...joined, path: fileName });
    const stored = await requests.insist(cdnList, { deviceId: joined.deviceId }, token);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (stored.data?.some(({ fileHash }) => fileHash === sha256)) count(tally, 'files from a device');
    else requests.add(`a file of device ${joined.deviceId} is not stored`);

    await witness.client.stop();
    witness = startWitness(balancer.url, joined, options);
    await witness.untilConnected(patienceMs);
    count(tally, 'restarts of a client');

    await witness.client.changeGrants(['APPS']);
    // The server has confirmed it: from here on nobody reads them.
    const { status } = await requests.insist(contacts.list, { deviceId: joined.deviceId }, token);
    if (status === 200) requests.add(`contacts of device ${joined.deviceId} were told after they were withdrawn`);
    count(tally, 'withdrawals');
  } finally {
    await leave(witness);
  }
  await checkGone(site, joined, tally);
}

/** Leaves, again and again while the server refuses because its database is down. */
async function leave({ client, deviceId }: Witness): Promise<void> {
  const isLeft = () =>
    Promise.race([client.leave(), delay(patienceMs).then(() => Promise.reject(new Error('no answer')))]).then(
      () => true,
      () => false,
    );
  await until(`device ${deviceId} has left`, patienceMs, isLeft, pollMs);
}

/** Asks for a command until it is accepted, and waits until it is done. */
async function command(
  { requests, token, db }: Site,
  endpoint: typeof contacts.update | typeof files.update | typeof sendFile,
  { deviceId, path }: Joined & { path?: string },
): Promise<void> {
  let id = 0;
  await until(
    `${endpoint.path} is accepted`,
    patienceMs,
    async () => {
      // A command of a run may be open.
      const told = await requests.insist(
        endpoint as Endpoint,
        { deviceId, ...(path !== undefined && { path }) },
        token,
      );
      id = (told.data as { id: number } | null)?.id ?? 0;
      return id > 0;
    },
    pollMs,
  );
  await until(
    `${endpoint.path} is done`,
    patienceMs,
    async () => {
      const { rows } = await sql<{ step: string }>`select step from commands where id = ${id}`.execute(db);
      const step = rows[0]?.step ?? 'gone';
      if (['FAILED', 'EXPIRED', 'CANCELLED', 'gone'].includes(step)) throw new Error(`${endpoint.path} is ${step}`);
      return step === 'DONE';
    },
    pollMs,
  );
}

/** Uploads a file in chunks, as a console does. */
async function upload({ server, token }: Site, { deviceId }: Joined): Promise<void> {
  uploads += 1;
  const place = uploads;
  const mine = uploading.then(() => uploadByChunks(server.url, token, deviceId, makeFile(place, uploadBytes)));
  uploading = mine.catch(() => undefined);
  await mine.catch((error: unknown) => {
    throw new Error(`${uploadChunk.path}: ${String(error)}`);
  });
}

/** Who has left is unknown to the server, and so is everything that they shared. */
async function checkGone({ requests, token, db }: Site, { deviceId }: Joined, tally: Tally): Promise<void> {
  const { status } = await requests.insist(deviceSummary, { deviceId }, token);
  const { rows } = await sql<{ kept: number }>`
    select (select count(*) from contacts where device_id = ${deviceId})
      + (select count(*) from files where device_id = ${deviceId}) as kept`.execute(db);
  if (status === 200 || rows[0]?.kept !== 0) requests.add(`device ${deviceId} has left and is not forgotten`);
  count(tally, 'left');
}
