import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, lutimesSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './commands.ts';

/** What all files of a release are made from. */
export interface Release {
  version: string;
  /** As Debian and container images call it. */
  arch: string;
  /** When the commit was made, in seconds: the time of every file. */
  epoch: number;
  /** Where the parts are put together. */
  work: string;
  /** Where the finished files are left. */
  out: string;
}

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

export const ownArchitecture = architectures[process.arch] ?? process.arch;

/** Gives every file the time of the commit and the mode that its content asks for, whatever npm and the umask made of it. */
export function settle(folder: string, epoch: number): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const found = lstatSync(file);
    if (found.isDirectory()) settle(file, epoch);
    else if (!found.isSymbolicLink()) chmodSync(file, isProgram(file, found.mode) ? 0o755 : 0o644);
    if (!found.isDirectory()) lutimesSync(file, epoch, epoch);
  }
  chmodSync(folder, 0o755);
  lutimesSync(folder, epoch, epoch);
}

/** What is run by itself: machine code, and our own starter. Scripts of libraries ask for a Node that the machine need not have. */
function isProgram(file: string, mode: number): boolean {
  if (path.basename(file) === 'fairwatch' && (mode & 0o111) !== 0) return true;
  if ((mode & 0o111) === 0 || /\.so(\.|$)|\.node$/.test(file)) return false;
  return readFileSync(file).subarray(0, 4).toString('latin1') === '\x7fELF';
}

/** Packs names of a folder in an order, with owners and times, that do not depend on this machine. */
export async function packTar(file: string, folder: string, names: readonly string[], epoch: number): Promise<void> {
  const settled = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`, '--format=gnu'];
  await runCommand('tar', [...settled, '-cf', file, '-C', folder, ...names], { cwd: folder });
}

/** Writes the sum of each file, as `sha256sum --check` reads them. */
export function writeSums(folder: string): void {
  const lines = readdirSync(folder)
    .filter((name) => name !== 'SHA256SUMS')
    .toSorted()
    .map((name) => `${sha256(readFileSync(path.join(folder, name)))}  ${name}\n`);
  writeFileSync(path.join(folder, 'SHA256SUMS'), lines.join(''));
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
