import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../core/paths.ts';
import { runCommand } from '../commands.ts';
import { makeDebianPackage } from '../debian-package.ts';
import { makeTreeOf } from '../make-release.ts';
import { ownArchitecture } from '../release-files.ts';
import { ReleaseError } from '../release-error.ts';

/** A version from which another one is upgraded, and the commit that stands for it. */
export interface VersionBefore {
  from: string;
  commit: string;
}

/** Reads from which version this one is upgraded. */
export function readVersionBefore(version: string): VersionBefore {
  const known = JSON.parse(readFileSync(path.join(root, 'release/upgrades.json'), 'utf8')) as Record<
    string,
    VersionBefore
  >;
  const before = known[version];
  if (before === undefined)
    throw new ReleaseError(`release/upgrades.json does not say from which version ${version} upgrades.`);
  return before;
}

/** Makes tree and package of the version before, with the packaging of today, or takes those that were made earlier. */
export async function makeVersionBefore(
  work: string,
  { from, commit }: VersionBefore,
): Promise<{ tree: string; package: string }> {
  const folder = path.join(work, `before-${from}-${commit}`);
  const made = {
    tree: path.join(folder, 'fairwatch'),
    package: path.join(folder, `fairwatch_${from}_${ownArchitecture}.deb`),
  };
  if (existsSync(made.package)) return made;
  mkdirSync(folder, { recursive: true });
  const epoch = Number((await runCommand('git', ['log', '-1', '--format=%ct', commit], { cwd: root })).trim());
  const release = { version: from, arch: ownArchitecture, epoch, work: folder, out: folder };
  await makeTreeOf(commit, release);
  await makeDebianPackage(release, made.tree);
  return made;
}
