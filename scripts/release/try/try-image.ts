import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import type { Engine } from './image-engine.ts';
import { printedPassword, signIn } from './owner.ts';
import { waitUntilReady } from './server-run.ts';
import { check, seconds, type Steps } from './steps.ts';
import type { DataBefore } from './try-upgrades.ts';

interface Image {
  engine: Engine;
  work: string;
  /** The folder of the release: Dockerfile, tree, compose files. */
  release: string;
  version: string;
  arch: string;
  before: DataBefore;
}

const graceMs = 60_000;

/** Builds the image from its Dockerfile, runs it read-only without capabilities, upgrades a volume, and takes the compose file up and down. */
export async function tryImage({ step, note }: Steps, image: Image): Promise<void> {
  const { engine, release, version, arch, before } = image;
  const { run } = engine;
  const tag = `localhost/fairwatch:${version}`;
  const context = path.join(image.work, 'image-context');
  cpSync(release, context, { recursive: true, filter: (file) => !/\.(deb|oci\.tar|cdx\.json)$/.test(file) });
  const begun = performance.now();
  await step('the image is built from its Dockerfile', () =>
    run('buildah', [
      'bud',
      '--pull-never',
      '--format',
      'docker',
      '--tag',
      tag,
      '--build-arg',
      `TARGETARCH=${arch}`,
      context,
    ]),
  );
  note('image, build from the tree', seconds(performance.now() - begun));
  const size = Number((await run('podman', ['image', 'inspect', tag, '--format', '{{.Size}}'])).trim());
  note('image, unpacked', `${(size / 1e6).toFixed(0)} MB`);
  const archive = path.join(release, `fairwatch_${version}_linux_${arch}.oci.tar`);
  if (existsSync(archive)) {
    note('image, archive', `${(statSync(archive).size / 1e6).toFixed(0)} MB`);
    await step('the OCI archive of the release is loaded', () => run('podman', ['load', '--input', archive]));
  }

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const limits = ['--read-only', '--tmpfs', '/tmp', '--cap-drop=ALL', '--security-opt', 'no-new-privileges'];
  const start = async (name: string, volume: string) => {
    const from = performance.now();
    const options = ['--detach', '--name', name, '--volume', `${volume}:/data`, '--publish', `127.0.0.1:${port}:8080`];
    await run('podman', ['run', ...limits, ...options, '--env', 'DEMO_DEVICES=0', tag]);
    await waitUntilReady(url);
    return performance.now() - from;
  };
  const stop = async (name: string) => {
    const from = performance.now();
    await run('podman', ['stop', '--time', '60', name]);
    const took = performance.now() - from;
    const code = (await run('podman', ['inspect', name, '--format', '{{.State.ExitCode}}'])).trim();
    check(took < graceMs && code === '0', `It ended with ${code} after ${seconds(took)}.`);
    return took;
  };
  const names = ['fairwatch-try', 'fairwatch-upgrade'] as const;
  try {
    note(
      'image, first start',
      seconds(await step('run read-only, with all capabilities dropped', () => start(names[0], names[0]))),
    );
    const logs = await run('podman', ['logs', names[0]]);
    const password = printedPassword(logs);
    await step('first sign-in', () => signIn(url, password));
    await step('it runs as a user of its own, on a read-only file system', async () => {
      const facts = await run('podman', [
        'exec',
        names[0],
        '/bin/sh',
        '-c',
        'id -u; touch /opt/x || echo read-only; grep CapEff /proc/1/status',
      ]);
      check(/^10001$/m.test(facts) && facts.includes('read-only') && /CapEff:\s+0+$/m.test(facts), facts);
    });
    await step('the health check passes', () => run('podman', ['healthcheck', 'run', names[0]]));
    note('image, stop', seconds(await step('it stops within its grace', () => stop(names[0]))));
    await step('started again on the same volume, the same password opens it', async () => {
      const from = performance.now();
      await run('podman', ['start', names[0]]);
      await waitUntilReady(url);
      note('image, second start', seconds(performance.now() - from));
      await signIn(url, password);
    });
    await step('a backup, and the log verified, inside', async () => {
      const program = '/opt/fairwatch/bin/fairwatch';
      check(
        (await run('podman', ['exec', names[0], program, 'backup'])).includes('Backed up to /data/backups/'),
        'no backup',
      );
      await run('podman', ['exec', names[0], program, 'audit-verify']);
    });
    await run('podman', ['rm', '--force', names[0]]);
    await step('a volume of the version before is upgraded', async () => {
      await run('podman', ['volume', 'create', names[1]]);
      const mount = (await run('podman', ['volume', 'inspect', names[1], '--format', '{{.Mountpoint}}'])).trim();
      await run('cp', ['-a', before.data, path.join(mount, 'fairwatch')]);
      await run('chown', ['-R', '10001:10001', mount]);
      await start(names[1], names[1]);
      const found = await signIn(url, before.password);
      check(found.version === version, `It says version ${found.version}.`);
      check(String(found.devices) === String(before.found.devices), String(found.devices));
      await stop(names[1]);
    });
  } finally {
    for (const name of names) {
      await run('podman', ['rm', '--force', '--ignore', name]);
      await run('podman', ['volume', 'rm', '--force', name]);
    }
  }
  await tryCompose({ step, note }, { engine, context, port });
}

/** Takes the compose file of one server up and down, and up again with its data. */
async function tryCompose(
  { step, note }: Pick<Steps, 'step' | 'note'>,
  { engine, context, port }: { engine: Engine; context: string; port: number },
) {
  const compose = (...args: string[]) =>
    engine.run('podman-compose', ['--project-name', 'fairwatch-compose', ...args], context);
  const url = `http://127.0.0.1:${port}`;
  const file = path.join(context, 'docker-compose.yml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('127.0.0.1:8080:8080', `127.0.0.1:${port}:8080`));
  try {
    const password = await step('compose up prints the address and the first password', async () => {
      const from = performance.now();
      await compose('up', '--detach');
      await waitUntilReady(url);
      note('compose up, to the first answer', seconds(performance.now() - from));
      return printedPassword(await compose('logs'));
    });
    await step('sign-in; compose down; up again with its data', async () => {
      await signIn(url, password);
      await compose('down');
      await compose('up', '--detach');
      await waitUntilReady(url);
      await signIn(url, password);
    });
    await step('compose down', () => compose('down'));
  } finally {
    await compose('down', '--volumes').catch(() => '');
  }
}
