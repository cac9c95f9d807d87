import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { freePort } from '../../../packages/server/src/testing/servers/free-port.ts';
import { serve, type Served } from '../core/process.ts';
import type { Cookie } from './pages.browser.ts';

const run = promisify(execFile);
const account = { name: 'admin', password: 'Measured-lantern-42' };

/**
 * MeshCentral, a console for devices that others use, installed from npm into a folder of the bench. It serves plain HTTP on the
 * loopback as ours does, and has no devices: what is measured is its page, not its data.
 */
export async function startMeshCentral(folder: string): Promise<Served> {
  await mkdir(path.join(folder, 'meshcentral-data'), { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', 'meshcentral', '--no-audit', '--no-fund'], { cwd: folder });
  const port = await freePort();
  const settings = {
    cert: '127.0.0.1',
    port,
    portBind: '127.0.0.1',
    redirPort: 0,
    mpsPort: 0,
    tlsOffload: '127.0.0.1',
    lanOnly: true,
    selfUpdate: false,
    agentTimeStampServer: false,
  };
  await writeFile(
    path.join(folder, 'meshcentral-data', 'config.json'),
    JSON.stringify({ settings, domains: { '': {} } }),
  );
  const program = path.join(folder, 'node_modules', 'meshcentral');
  const command = (...args: string[]) => run(process.execPath, [program, ...args], { cwd: folder });
  await command('--createaccount', account.name, '--pass', account.password, '--email', 'admin@example.org');
  await command('--adminaccount', account.name);
  return serve({ file: process.execPath, args: [program], env: {}, probe: '/', cwd: folder, port });
}

/** Signs in as a person does, and gives back the session. */
export async function signInToMeshCentral(browser: Browser, url: string): Promise<Cookie[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('#username').fill(account.name);
    await page.locator('#password').fill(account.password);
    await page.keyboard.press('Enter');
    await page.locator('#p1').waitFor();
    return await context.cookies();
  } finally {
    await context.close();
  }
}
