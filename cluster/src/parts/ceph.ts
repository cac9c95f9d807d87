import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import { until, type OwnProcess, type OwnProcesses } from '../core/own-processes.ts';
import { untilListening } from '../core/ports.ts';
import { program } from './programs.ts';

/** An S3 store. */
export interface S3Store {
  /** Creates a bucket, and returns the value of S3_URL for it. */
  createBucket(name: string): Promise<string>;
}

/** It takes about 15 s on a calm machine. */
const answerWithinMs = 60_000;
const attempts = 3;

/** Starts Ceph's S3 gateway. On a busy machine its monitor sometimes never takes a command; then another one is started. */
export async function startCeph(processes: OwnProcesses): Promise<S3Store> {
  for (let attempt = 1; ; attempt += 1) {
    const started: OwnProcess[] = [];
    try {
      return await startOnce(processes, `ceph-${attempt}`, started);
    } catch (error) {
      await Promise.all(started.map((running) => running.end('SIGKILL')));
      if (attempt === attempts) throw error;
    }
  }
}

/** Starts Ceph on this machine alone: a monitor, one OSD that keeps everything in memory, and radosgw. */
async function startOnce(processes: OwnProcesses, name: string, started: OwnProcess[]): Promise<S3Store> {
  const folder = path.join(processes.folder, name);
  for (const part of ['mon', 'osd', 'rgw', 'run']) mkdirSync(path.join(folder, part), { recursive: true });
  const [port, monitorPort] = [await freePort(), await freePort()];
  const [fsid, osdId] = [randomUUID(), randomUUID()];
  const config = path.join(folder, 'ceph.conf');
  writeFileSync(config, configText({ folder, port, monitorPort, fsid }));
  const run = (tool: string, args: readonly string[]) => processes.run(program(tool), ['-c', config, ...args]);
  // In the foreground, so that each is a process of ours.
  const serve = (daemon: string, args: readonly string[]) => {
    const running = processes.start(program(daemon), ['-c', config, '-f', ...args]);
    started.push(running);
    return running;
  };

  const map = path.join(folder, 'monmap');
  const monitorAddress = `[v1:127.0.0.1:${monitorPort}/0]`;
  await processes.run(program('monmaptool'), [
    '--create',
    '--clobber',
    '--addv',
    'a',
    monitorAddress,
    '--fsid',
    fsid,
    map,
  ]);
  await run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', map]);
  const monitor = serve('ceph-mon', ['-i', 'a']);
  await untilListening(monitor, monitorPort);
  const ask = (...args: string[]) =>
    run('ceph', ['--connect-timeout', '15', ...args]).catch((error: unknown) => {
      lastAnswer = String(error);
      return '';
    });
  let lastAnswer = '';
  // A monitor that listens may still refuse commands; with the same id this one can be repeated.
  await untilTrue('the monitor takes commands', [monitor], async () => (await ask('osd', 'new', osdId)) !== '').catch(
    (error: unknown) => {
      throw new Error(`${String(error)} ${lastAnswer}`);
    },
  );
  await run('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', osdId]);
  const serveOsd = () => serve('ceph-osd', ['-i', '0']);
  let osd = serveOsd();
  await untilTrue('the OSD is up', [monitor], async () => {
    // It ends with "wrong fsid" when it asks the monitor for something before it has learned which cluster this is: one start in five.
    if (osd.hasEnded()) osd = serveOsd();
    return / 1 up/.test(await ask('osd', 'stat'));
  });
  const watched = [monitor, osd];
  const gateway = serve('radosgw', ['-n', 'client.rgw.a']);
  await untilTrue('the S3 gateway answers', [...watched, gateway], () =>
    fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  const [accessKey, secretKey] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
  const keys = ['--access-key', accessKey, '--secret-key', secretKey];
  await run('radosgw-admin', ['user', 'create', '--uid=fairwatch', '--display-name=fairwatch', ...keys]);
  return {
    createBucket: (bucket) =>
      createBucket({ endpoint: `http://127.0.0.1:${port}`, accessKey, secretKey, name: bucket }),
  };
}

/** Waits for Ceph; throws with what they printed when one of its processes ends. */
async function untilTrue(
  what: string,
  processes: readonly OwnProcess[],
  isTrue: () => Promise<boolean>,
): Promise<void> {
  await until(
    what,
    answerWithinMs,
    async () => {
      const ended = processes.find((running) => running.hasEnded());
      if (ended) throw new Error(`A process of Ceph ended: ${ended.output().trim()}`);
      return await isTrue();
    },
    200,
  );
}

interface NewBucket {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  name: string;
}

async function createBucket({ endpoint, accessKey, secretKey, name }: NewBucket): Promise<string> {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
  return `${endpoint.replace('://', `://${accessKey}:${secretKey}@`)}/${name}?region=us-east-1`;
}

interface CephConfig {
  folder: string;
  port: number;
  monitorPort: number;
  fsid: string;
}

function configText({ folder, port, monitorPort, fsid }: CephConfig): string {
  return `[global]
fsid = ${fsid}
mon_host = v1:127.0.0.1:${monitorPort}
mon_initial_members = a
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 1073741824
osd_memory_target = 939524096
admin_socket = ${folder}/run/$name.asok
pid_file = ${folder}/run/$name.pid
log_file = ${folder}/$name.log
run_dir = ${folder}/run
mon_data = ${folder}/mon
osd_data = ${folder}/osd
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${port}
rgw_dynamic_resharding = false
`;
}
