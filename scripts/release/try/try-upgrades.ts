import path from 'node:path';
import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import { root } from '../../core/paths.ts';
import { runCommand } from '../commands.ts';
import { printedPassword, signIn, type Found } from './owner.ts';
import { runServer, type ServerRun } from './server-run.ts';
import { check, seconds, type Steps } from './steps.ts';

/** A data folder that the version before has written, with a family of simulated phones in it. */
export interface DataBefore {
  data: string;
  password: string;
  found: Found;
}

interface Upgrade {
  work: string;
  before: DataBefore;
  version: string;
}

const family = { DEMO_DEVICES: '4', PRESET: 'family' };
const phones = 4;

/** Starts the tree of the version before on an empty folder, and leaves what it wrote. */
export async function makeDataBefore(
  { step }: Steps,
  work: string,
  tree: string,
  version: string,
): Promise<DataBefore> {
  const data = path.join(work, 'data-before');
  await runCommand('rm', ['-rf', data], { cwd: work });
  return await step(`the tree of ${version} starts, and ${phones} phones join`, async () => {
    const server = await startTree(tree, data, family);
    const password = printedPassword(server.output());
    const found = await signIn(server.url, password, phones);
    await server.stop();
    check(found.version === version, `It says version ${found.version}.`);
    return { data, password, found };
  });
}

async function startTree(tree: string, data: string, env: Readonly<Record<string, string>> = {}): Promise<ServerRun> {
  const port = await freePort();
  return await runServer({
    file: path.join(tree, 'bin/fairwatch'),
    args: ['start'],
    env: { DATA_DIR: data, PORT: String(port), DEMO_DEVICES: '0', ...env },
    url: `http://127.0.0.1:${port}`,
  });
}

/** Starts the tree of this version on a copy of the data of the version before. */
export async function tryUpgrades(
  { step, note }: Steps,
  { work, before, version }: Upgrade,
  tree: string,
): Promise<void> {
  const copy = path.join(work, 'data-upgraded');
  await runCommand('rm', ['-rf', copy], { cwd: work });
  await runCommand('cp', ['-a', before.data, copy], { cwd: work });
  await step('the tree of this version on a copy of that data', async () => {
    const server = await startTree(tree, copy);
    await expectSame(server.url, before, version);
    note('tree, start after an upgrade', seconds(server.readyAfter));
    note('tree, stop', seconds(await server.stop()));
    const again = await startTree(tree, copy);
    note('tree, second start', seconds(again.readyAfter));
    await again.stop();
  });
  await step('its log is whole', () =>
    runCommand(path.join(tree, 'bin/fairwatch'), ['audit-verify'], { cwd: work, env: { DATA_DIR: copy } }),
  );
}

/** Starts a clone on an empty folder, and then on a copy of the data of the version before. */
export async function tryClone({ step, note }: Steps, { work, before, version }: Upgrade): Promise<void> {
  const clone = path.join(work, 'clone');
  const copy = path.join(work, 'data-cloned');
  await runCommand('rm', ['-rf', clone, copy], { cwd: work });
  const start = async (dataDir: string) => {
    const port = await freePort();
    const env = { DATA_DIR: dataDir, PORT: String(port), DEMO_DEVICES: '0' };
    return await runServer({ file: 'npm', args: ['start'], cwd: clone, env, url: `http://127.0.0.1:${port}` });
  };
  await step('a clone, "npm start", first sign-in', async () => {
    const begun = performance.now();
    await runCommand('git', ['clone', '--quiet', root, clone], { cwd: work });
    const server = await start(path.join(clone, 'data'));
    note('clone to first answer', seconds(performance.now() - begun));
    await signIn(server.url, printedPassword(server.output()));
    await server.stop();
  });
  await step('"npm start" of this version on the data of the version before', async () => {
    await runCommand('cp', ['-a', before.data, copy], { cwd: work });
    const server = await start(copy);
    await expectSame(server.url, before, version);
    note('clone, second start', seconds(server.readyAfter));
    await server.stop();
  });
}

async function expectSame(url: string, before: DataBefore, version: string): Promise<void> {
  const found = await signIn(url, before.password);
  check(found.version === version, `It says version ${found.version}.`);
  check(String(found.devices) === String(before.found.devices), `${found.devices} in place of ${before.found.devices}`);
}
