import { createHash, randomBytes } from 'node:crypto';
import { contentUrl, endDevice, fileLinks, uploadFile } from '@fairwatch/contract';
import { sql } from 'kysely';
import { openS3Objects } from '../../../packages/server/src/core/blobs/s3/s3-objects.ts';
import { loadConfig } from '../../../packages/server/src/core/config/config.ts';
import { sendForm } from '../../../packages/server/src/testing/samples/test-forms.ts';
import type { ClusterServer } from '../core/cluster-server.ts';
import { withClosers } from '../core/closers.ts';
import { prepareGround, startClusterOn, type Cluster } from '../core/cluster.ts';
import { until } from '../core/own-processes.ts';
import { atMost, holds, type Scenario } from '../core/scenario.ts';
import { joinDevice } from '../load/witness.ts';
import { startSlowS3 } from '../parts/slow-s3.ts';

/** Longer than a transaction may be idle in a cluster (5 s), and longer than a server waits for an answer of S3 (10 s). */
const holdMs = 12_000;
const files = 3;

/** Files lose their last owner, and while S3 takes its time to delete them, the same bytes are stored for somebody else. */
export const slowS3Scenario: Scenario = {
  name: 'slow-s3',
  about: 'bytes that S3 deletes late, while the same bytes are stored again',
  isQuick: true,
  isAlone: false,
  run: ({ parts }) =>
    withClosers(async (onClose) => {
      const ground = await prepareGround(parts);
      const s3Url = ground.env['S3_URL'] ?? '';
      const slow = await startSlowS3(s3Url);
      onClose(slow.close);
      const cluster = await startClusterOn(parts, ground, { servers: 2, env: { S3_URL: slow.url } });
      onClose(cluster.close);
      const [one, two] = cluster.servers;
      if (one === undefined || two === undefined) throw new Error('There are two servers.');
      const contents = Array.from({ length: files }, newFilm);
      const first = await joinDevice(cluster);
      const second = await joinDevice(cluster);

      for (const bytes of contents) await store(cluster, one, first.deviceId, bytes);
      const before = await readNames(cluster);
      slow.hold();
      await cluster.call(endDevice, { deviceId: first.deviceId, reason: 'The phone was lost.' }, one);
      await until('S3 is asked to delete', 60_000, () => slow.held() > 0);
      // At once, while nothing is deleted yet, and again after everybody has given up waiting.
      const [early = Buffer.alloc(0), ...late] = contents;
      const beganAt = performance.now();
      await store(cluster, two, second.deviceId, early);
      const tookMs = performance.now() - beganAt;
      await new Promise((resolve) => setTimeout(resolve, holdMs));
      for (const bytes of late) await store(cluster, two, second.deviceId, bytes);
      const after = await readNames(cluster);
      await slow.release();

      const broken = await countBroken(cluster, second.deviceId, contents);
      const objects = openS3Objects(loadConfig({ S3_URL: s3Url }).s3 ?? missing());
      onClose(async () => objects.close());
      const left = await Promise.all(before.map(async (name) => (await objects.stat(`blobs/${name}`)) !== null));
      return [
        atMost(`files of ${files} whose bytes are gone although a row owns them`, broken, 0),
        holds('the same bytes got other names', after.length === files && !after.some((name) => before.includes(name))),
        holds('storing did not wait for the deletion', tookMs < holdMs, `${(tookMs / 1000).toFixed(1)} s`),
        holds('S3 carried the late deletions out', left.includes(false)),
      ];
    }),
};

/** Random bytes with the signature of a video. */
function newFilm(): Buffer {
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(300_000)]);
}

function missing(): never {
  throw new Error('There is no S3_URL.');
}

async function store({ token }: Cluster, { url }: ClusterServer, deviceId: number, bytes: Buffer): Promise<void> {
  const admin = { token, userId: 0, username: '', password: '' };
  const { status, error } = await sendForm({ url, admin }, uploadFile, { deviceId, name: 'film.mp4' }, bytes);
  if (status !== 200) throw new Error(`The file was not stored: ${status} ${error}`);
}

async function readNames({ db }: Cluster): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select b.stored_as as name from blobs b join uploaded_files f on f.sha256 = b.sha256`.execute(db);
  return rows.map(({ name }) => name);
}

/** Downloads every file from every server. */
async function countBroken(cluster: Cluster, deviceId: number, contents: readonly Buffer[]): Promise<number> {
  const { ticket } = (await cluster.call(fileLinks, { deviceId })).envelope.data;
  let broken = 0;
  for (const bytes of contents) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    for (const { url } of cluster.servers) {
      const answer = await fetch(new URL(contentUrl({ ticket, sha256, variant: 'full' }), url));
      const received = Buffer.from(await answer.arrayBuffer());
      if (answer.status !== 200 || !received.equals(bytes)) broken += 1;
    }
  }
  return broken;
}
