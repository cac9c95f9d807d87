import { createHash, randomBytes } from 'node:crypto';
import { cdnList, contentUrl, fileHistory, fileLinks, files, sendFile } from '@fairwatch/contract';
import { folderActs, MemoryFolder } from '@fairwatch/device';
import { withClosers } from '../core/closers.ts';
import { startCluster, type Cluster } from '../core/cluster.ts';
import { until } from '../core/own-processes.ts';
import { atMost, figure, holds, type Scenario } from '../core/scenario.ts';
import { joinDevice, startWitness } from '../load/witness.ts';
import { startAlternatingProxy, type AlternatingProxy } from '../parts/alternating-proxy.ts';

const fileMegabytes = 48;
const rounds = { quick: 1, full: 10 };
/** The file has 16 pieces. Some are sent before a server is killed, and some after. */
const piecesBefore = 5;
const pieceDelayMs = 150;
const doneWithinMs = 180_000;
const fileName = 'film.bin';

/** A device sends a file whose pieces meet another server each time; one of them is killed in the middle. */
export const uploadScenario: Scenario = {
  name: 'upload',
  about: 'an upload whose pieces alternate between servers, one of them killed midway',
  isQuick: true,
  isAlone: false,
  async run({ parts, options }) {
    const count = options.quick ? rounds.quick : rounds.full;
    const wrong: string[] = [];
    const served = [0, 0];
    for (let round = 0; round < count; round += 1) {
      await withClosers(async (onClose) => {
        const cluster = await startCluster(parts, { servers: 2 });
        onClose(cluster.close);
        const proxy = await startAlternatingProxy(
          cluster.servers.map(({ port }) => port),
          pieceDelayMs,
        );
        onClose(proxy.close);
        const problem = await sendThrough(cluster, proxy, round % 2);
        if (problem !== null) wrong.push(problem);
        for (const [place, requests] of proxy.served.entries()) served[place] = (served[place] ?? 0) + requests;
      });
    }
    return [
      atMost(`files of ${count} that did not arrive whole`, wrong.length, 0),
      ...wrong.map((problem) => figure('problem', problem)),
      holds('both servers got pieces', Math.min(...served) >= 3 * count, served.join(' and ')),
    ];
  },
};

/** Sends a file and kills a server when some pieces of it have arrived. Resolves with what is wrong; null when nothing is. */
async function sendThrough(
  cluster: Cluster,
  { url, served }: AlternatingProxy,
  killed: number,
): Promise<string | null> {
  const bytes = randomBytes(fileMegabytes * 1024 * 1024);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const folder = new MemoryFolder([
    {
      key: fileName,
      path: fileName,
      modifiedAt: new Date(),
      file: { mimeType: 'application/octet-stream', size: bytes.length, make: async () => bytes },
    },
  ]);
  const { deviceId, token } = await joinDevice(cluster);
  const acts = folderActs(folder);
  const device = startWitness(url, { deviceId, token }, { collectors: { files: () => folder.list() }, acts });
  /** The latest command about files; undefined while the balancer has not noticed that a server is dead. */
  const steps = () =>
    cluster.call(fileHistory, { deviceId }).then(
      ({ envelope }) => envelope.data[0],
      () => undefined,
    );
  try {
    await device.untilConnected();
    await cluster.call(files.update, { deviceId });
    await until('the folder is known', 30_000, async () => (await steps())?.stepType === 'DONE');
    const requests = () => served.reduce((sum, each) => sum + each, 0);
    const before = requests();
    await cluster.call(sendFile, { deviceId, path: fileName });
    await until('some pieces have arrived', 60_000, () => requests() >= before + piecesBefore, 20);
    await cluster.servers[killed]?.kill();
    // The device's pieces that meet the dead server fail until it is back, as behind a balancer that has not noticed yet.
    await cluster.servers[killed]?.start();
    await until('the file has arrived', doneWithinMs, async () => (await steps())?.stepType === 'DONE', 200);
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)} ${(await steps())?.errorDetails ?? ''}`;
  } finally {
    await device.client.stop();
  }
  const [stored] = (await cluster.call(cdnList, { deviceId })).envelope.data;
  if (stored?.fileHash !== sha256) return `the server has ${stored?.fileHash}`;
  const { ticket } = (await cluster.call(fileLinks, { deviceId })).envelope.data;
  for (const server of cluster.servers) {
    const answer = await fetch(new URL(contentUrl({ ticket, sha256, variant: 'full' }), server.url));
    const hash = createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex');
    if (hash !== sha256) return `${server.name} answers ${answer.status} with other bytes`;
  }
  return null;
}
