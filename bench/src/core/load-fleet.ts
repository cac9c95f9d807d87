import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface FleetOptions {
  url: string;
  devices: number;
  stateFile: string;
  rows: number;
}

/** Starts `npm run fleet` in a process of its own; the devices have joined already. */
export function startLoadFleet({ url, devices, stateFile, rows }: FleetOptions): { stop(): Promise<void> } {
  const args = ['--url', url, '--devices', String(devices), '--state', stateFile, '--rows', String(rows), '--quiet'];
  const child = spawn(process.execPath, ['packages/device/src/load.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  return {
    async stop() {
      process.off('exit', endWithUs);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
