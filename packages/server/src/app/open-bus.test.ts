import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Runs a module in a process of its own, and returns which files of the client of NATS it has loaded. */
async function loadedBy(code: string): Promise<string> {
  const look = `
    import { createRequire } from 'node:module';
    const { cache } = createRequire(import.meta.url);
    console.log(Object.keys(cache).filter((file) => file.includes('@nats-io')).length);`;
  const options = { cwd: import.meta.dirname };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', `${code}\n${look}`],
    options,
  );
  return stdout.trim();
}

it('a single server does not load the client of NATS', async () => {
  const open = `
    import { openBus, openFrames } from './open-bus.ts';
    import './create-services.ts';
    import './app.ts';
    await openBus({ config: { natsUrl: null } });
    await openFrames({ config: { natsUrl: null } });`;
  expect(await loadedBy(open)).toBe('0');
  expect(Number(await loadedBy(`await import('@nats-io/transport-node');`))).toBeGreaterThan(0);
});
