import { copyFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import { runCommand } from '../commands.ts';
import { openChroot, unitCommand, type Chroot } from './chroot.ts';
import { printedPassword, signIn } from './owner.ts';
import { runServer, type ServerRun } from './server-run.ts';
import { check, seconds, type Steps } from './steps.ts';
import { memoryAtRest } from './memory.ts';

interface Packages {
  work: string;
  base: string;
  /** The package of this version, and of the one before. */
  now: string;
  before: string;
  versions: { now: string; before: string };
}

const ownersNote = '# written by the owner';
const phones = 2;

/** From an empty Debian 12: install, first sign-in, upgrade with data, the owner's commands, remove, purge. */
export async function tryDebianPackage({ step, note }: Steps, { work, base, now, before, versions }: Packages) {
  const chroot = await step('an empty Debian 12 in a chroot', () => openChroot(work, base));
  const runs: ServerRun[] = [];
  try {
    for (const file of [now, before]) copyFileSync(file, path.join(chroot.folder, 'root', path.basename(file)));
    const apt = (file: string, env = {}) =>
      chroot.run(`apt-get install -qq --yes --no-install-recommends /root/${path.basename(file)}`, env);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const start = async () => {
      const [file = '', ...args] = unitCommand(chroot);
      const run = await runServer({ file, args, url });
      runs.push(run);
      return run;
    };
    const fairwatch = (command: string) => chroot.run(`fairwatch ${command}`);

    await chroot.run('apt-get update -qq');
    const installed = performance.now();
    await step(`apt-get install of ${versions.before}`, () => apt(before));
    note('package installed', seconds(performance.now() - installed));
    await step('user, settings that only root and the service read, empty data folder', () => expectInstalled(chroot));
    await chroot.run(
      `sed -i 's/^#PORT=.*/PORT=${port}/; s/^DEMO_DEVICES=.*/DEMO_DEVICES=${phones}/; s/^#DEMO_HISTORY=.*/DEMO_HISTORY=off/' /etc/fairwatch.env; echo '${ownersNote}' >> /etc/fairwatch.env`,
    );
    const server = await step('the service starts by its unit, as its user, without capabilities', start);
    const password = printedPassword(server.output());
    const first = await step(`first sign-in, and ${phones} phones join`, () => signIn(url, password, phones));
    check(first.version === versions.before, `It says version ${first.version}.`);

    await step(`apt-get install of ${versions.now}, with a backup first`, async () => {
      check((await apt(now)).includes('Backed up to'), 'No backup was made.');
    });
    await server.stop();
    await step('the settings of the owner are kept', async () => {
      check(chroot.read('etc/fairwatch.env').includes(ownersNote), '/etc/fairwatch.env was changed.');
    });
    let upgraded = await step('the new version starts on the data', start);
    note('package, start after an upgrade', seconds(upgraded.readyAfter));
    await step('the same password opens the same phones', async () => {
      const found = await signIn(url, password);
      check(found.version === versions.now, `It says version ${found.version}.`);
      check(String(found.devices) === String(first.devices), `${found.devices} in place of ${first.devices}`);
    });
    await step('fairwatch status: ready', async () =>
      check((await fairwatch('status')).includes('ready'), 'not ready'),
    );
    await step('fairwatch maintenance on and off', async () => {
      check((await fairwatch('maintenance on')).includes('is on'), 'not on');
      check((await fairwatch('maintenance off')).includes('is off'), 'not off');
    });
    await step('fairwatch audit-verify, of what both versions wrote', () => fairwatch('audit-verify'));
    const anew = await step('fairwatch reset-password', async () => {
      const found = /: (\S+) {3}\(shown only now\)/.exec(await fairwatch('reset-password admin'))?.[1] ?? '';
      await signIn(url, found);
      return found;
    });
    const backup = await step('fairwatch backup, while it runs', async () => {
      return /^Backed up to (.+)$/m.exec(await fairwatch('backup'))?.[1] ?? '';
    });
    note('package, memory at rest', await memoryAtRest(`${chroot.folder}/usr/lib/fairwatch/bin/node`));
    note('package, stop', seconds(await upgraded.stop()));
    upgraded = await step('a second start', start);
    note('package, second start', seconds(upgraded.readyAfter));
    await upgraded.stop();
    await step('the version before refuses the data of this one', () =>
      expectRefused(chroot, before, path.join(work, 'older')),
    );
    await step('fairwatch restore, into an empty data folder', async () => {
      await chroot.run(
        'mv /var/lib/fairwatch /root/data && install -d -o fairwatch -g fairwatch -m 0700 /var/lib/fairwatch',
      );
      await fairwatch(`restore ${backup}`);
    });
    await step('what was restored opens with the same password', async () => {
      const restored = await start();
      const found = await signIn(url, anew);
      await restored.stop();
      check(found.devices.length === phones, `${found.devices.length} phones`);
    });
    await step('apt-get remove keeps data, settings and backups', async () => {
      await chroot.run('apt-get remove -qq --yes fairwatch');
      check(!chroot.has('usr/bin/fairwatch') && !chroot.has('usr/lib/fairwatch'), 'The program is still there.');
      for (const kept of ['etc/fairwatch.env', 'var/lib/fairwatch/postgres', backup.slice(1)])
        check(chroot.has(kept), `${kept} is gone.`);
    });
    await step('installed again, it goes on with them', async () => {
      await apt(now);
      const again = await start();
      await signIn(url, anew);
      await again.stop();
    });
    await step('apt-get purge deletes them; a backup made by the owner stays', async () => {
      await chroot.run('apt-get purge -qq --yes fairwatch');
      for (const gone of [
        'etc/fairwatch.env',
        'var/lib/fairwatch',
        'var/cache/fairwatch',
        'var/backups/fairwatch/before-upgrades',
      ])
        check(!chroot.has(gone), `${gone} is still there.`);
      check(chroot.has(backup.slice(1)), 'The backup is gone.');
    });
    note('package', `${(statSync(now).size / 1e6).toFixed(0)} MB`);
  } finally {
    // Nothing is left running in a folder that is about to be deleted.
    for (const run of runs) await run.stop().catch(() => 0);
    await chroot.close();
  }
}

async function expectInstalled(chroot: Chroot): Promise<void> {
  const facts = await chroot.run(
    "stat -c '%U:%G %a %n' /etc/fairwatch.env /var/lib/fairwatch; getent passwd fairwatch",
  );
  for (const fact of ['root:fairwatch 640 /etc/fairwatch.env', 'fairwatch:fairwatch 700 /var/lib/fairwatch'])
    check(facts.includes(fact), `Not ${fact}, but:\n${facts}`);
  check(/^fairwatch:.*:\/var\/lib\/fairwatch:\/usr\/sbin\/nologin$/m.test(facts), facts);
}

/** Unpacks the older version beside the installed one and starts it on the same data: it must end with one line that says why. */
async function expectRefused(chroot: Chroot, before: string, into: string): Promise<void> {
  await runCommand('dpkg-deb', ['--extract', before, into], { cwd: chroot.folder });
  await runCommand('mv', [`${into}/usr/lib/fairwatch`, `${chroot.folder}/opt/older`], { cwd: chroot.folder });
  const start =
    'FAIRWATCH_SETTINGS= setpriv --reuid fairwatch --regid fairwatch --init-groups env DATA_DIR=/var/lib/fairwatch PORT=0 DEMO_DEVICES=0 timeout 300 /opt/older/bin/fairwatch start';
  const said = await chroot.run(start).then(
    () => 'It started.',
    (error: unknown) => String(error),
  );
  await chroot.run('rm -r /opt/older');
  check(said.includes('The database is newer than this version of Fairwatch'), said);
}
