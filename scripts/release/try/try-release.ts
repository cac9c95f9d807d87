import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '@fairwatch/contract';
import { runCommand } from '../commands.ts';
import { releases } from '../make-release.ts';
import { ownArchitecture } from '../release-files.ts';
import { ReleaseError } from '../release-error.ts';
import { makeDebianBase } from './chroot.ts';
import { openEngine } from './image-engine.ts';
import { tryKustomize } from './try-kustomize.ts';
import { createSteps } from './steps.ts';
import { tryDebianPackage } from './try-debian.ts';
import { tryImage } from './try-image.ts';
import { tryPackageFiles } from './try-package-files.ts';
import { makeDataBefore, tryClone, tryUpgrades } from './try-upgrades.ts';
import { makeVersionBefore, readVersionBefore } from './version-before.ts';

const parts = ['files', 'debian', 'tree', 'clone', 'image', 'kubernetes'] as const;
type Part = (typeof parts)[number];

/** What the parts need from Debian, by a program of each package. */
const programs: Readonly<Record<string, string>> = {
  mmdebstrap: 'mmdebstrap',
  lintian: 'lintian',
  buildah: 'buildah',
  podman: 'podman',
  runc: 'runc',
  'podman-compose': 'podman-compose',
  'systemd-analyze': 'systemd',
};

/** Tries a release that was made before, part by part. Returns false when a step failed. */
export async function tryRelease(args: string[]): Promise<boolean> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const wanted = new Set<Part>(positionals.length === 0 ? parts : positionals.map(partCalled));
  const out = path.join(releases, version);
  const work = path.join(releases, 'try');
  const file = (ending: string) => path.join(out, `fairwatch_${version}_${ending}`);
  const arch = ownArchitecture;
  if (!existsSync(file(`${arch}.deb`)))
    throw new ReleaseError(`There is no release to try. Make it first: npm run release -- ${version}`);
  if (process.getuid?.() !== 0) throw new ReleaseError('A chroot and a package need root.');
  mkdirSync(work, { recursive: true });
  await installPrograms(work);
  const steps = createSteps(console.log);
  const from = readVersionBefore(version);
  console.log(`Fairwatch ${version}, and ${from.from} (commit ${from.commit}) before it`);
  const before = await makeVersionBefore(work, from);
  const base = await makeDebianBase(work);

  if (wanted.has('files')) await steps.group('The files', () => tryPackageFiles(steps, { out, version, arch }));
  if (wanted.has('debian')) {
    const versions = { now: version, before: from.from };
    await steps.group('Debian package', () =>
      tryDebianPackage(steps, { work, base, now: file(`${arch}.deb`), before: before.package, versions }),
    );
  }
  if (wanted.has('tree') || wanted.has('clone') || wanted.has('image'))
    await steps.group('Data of the version before', async () => {
      const data = await makeDataBefore(steps, work, before.tree, from.from);
      if (wanted.has('tree')) {
        const tree = await unpackTree(work, file(`linux_${arch}.tar.gz`));
        await steps.group('Tree', () => tryUpgrades(steps, { work, before: data, version }, tree));
      }
      if (wanted.has('clone')) await steps.group('Clone', () => tryClone(steps, { work, before: data, version }));
      if (wanted.has('image')) {
        const engine = await openEngine(work, base);
        await steps.group('Image', () => tryImage(steps, { engine, work, release: out, version, arch, before: data }));
      }
    });
  if (wanted.has('kubernetes')) await steps.group('Kubernetes', () => tryKustomize(steps));

  for (const [what, figure] of steps.notes) console.log(`  ${what.padEnd(36)} ${figure}`);
  console.log(`${steps.passed} passed, ${steps.failed} failed`);
  return steps.failed === 0;
}

function partCalled(name: string): Part {
  const part = parts.find((each) => each === name);
  if (part === undefined) throw new ReleaseError(`There is no part "${name}". The parts: ${parts.join(', ')}.`);
  return part;
}

async function unpackTree(work: string, archive: string): Promise<string> {
  const tree = path.join(work, 'fairwatch');
  await runCommand('rm', ['-rf', tree], { cwd: work });
  await runCommand('tar', ['-xf', archive, '-C', work], { cwd: work });
  return tree;
}

/** Installs from Debian what this machine lacks. */
async function installPrograms(cwd: string): Promise<void> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const has = (program: string) => folders.some((folder) => existsSync(path.join(folder, program)));
  const missing = Object.entries(programs).flatMap(([program, name]) => (has(program) ? [] : [name]));
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')}...`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['install', '--yes', '--no-install-recommends', ...missing], { cwd, env });
}
