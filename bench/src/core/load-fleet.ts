import { spawn } from 'node:child_process';
import { root } from '../../../scripts/core/paths.ts';
import { endsWithUs } from './process.ts';

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
  return { stop: endsWithUs(child) };
}
