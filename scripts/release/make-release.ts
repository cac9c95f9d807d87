import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '../core/paths.ts';
import { readCheckout } from './checkout.ts';
import { runCommand } from './commands.ts';
import { makeImage, writeContainerFiles } from './container-image.ts';
import { makeDebianPackage } from './debian-package.ts';
import { ownArchitecture, packTar, type Release, writeSums } from './release-files.ts';
import { makeTree } from './tree.ts';

/** Where a release is made and what was made is left; not committed. */
export const releases = path.join(root, '.cache', 'release');

interface Options {
  withoutImage?: boolean;
}

/** Makes the release of the commit that is checked out: the same files whenever and wherever it is made from that commit. */
export async function makeRelease(wanted: string | undefined, { withoutImage = false }: Options = {}): Promise<void> {
  const { commit, version, epoch } = await readCheckout(wanted);
  const release: Release = { version, arch: ownArchitecture, epoch, work: releases, out: path.join(releases, version) };
  const { out } = release;
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  console.log(`Fairwatch ${version} from ${commit.slice(0, 12)}`);
  const tree = await makeTreeOf(commit, release);
  console.log('Packing the tree...');
  const name = `fairwatch_${version}_linux_${release.arch}`;
  await packTree(release, tree, name);
  cpSync(path.join(tree, 'sbom.cdx.json'), path.join(out, `${name}.cdx.json`));
  console.log('Packing the Debian package...');
  await makeDebianPackage(release, tree);
  writeContainerFiles(release);
  if (!withoutImage) {
    console.log('Building the image...');
    await makeImage(release);
  }
  writeSums(out);
  console.log(`In ${out}:\n${readFileSync(path.join(out, 'SHA256SUMS'), 'utf8')}`);
}

/** Makes the tree of any commit that has a program `fairwatch`, and returns its folder. */
export async function makeTreeOf(commit: string, { work, epoch }: Release): Promise<string> {
  const source = path.join(work, 'source');
  const tree = path.join(work, 'fairwatch');
  rmSync(source, { recursive: true, force: true });
  mkdirSync(source, { recursive: true });
  const archive = path.join(work, 'source.tar');
  await runCommand('git', ['archive', '--output', archive, commit], { cwd: root });
  await runCommand('tar', ['-xf', archive, '-C', source], { cwd: work });
  console.log('Building the pages...');
  await runCommand('npm', ['run', 'build'], { cwd: source });
  console.log('Making the tree...');
  await makeTree(source, tree, epoch);
  return tree;
}

async function packTree({ work, out, epoch }: Release, tree: string, name: string): Promise<void> {
  const tar = path.join(out, `${name}.tar`);
  await packTar(tar, path.dirname(tree), [path.basename(tree)], epoch);
  // gzip in the place of xz, which buildah unpacks slowly; -n leaves out name and time.
  await runCommand('gzip', ['-n', '-6', '--force', tar], { cwd: work });
}
