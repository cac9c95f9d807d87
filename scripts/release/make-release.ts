import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../core/paths.ts';
import { readCheckout } from './checkout.ts';
import { runCommand } from './commands.ts';
import { makeTree } from './tree.ts';

/** Where a release is made and what was made is left; not committed. */
const releases = path.join(root, '.cache', 'release');

const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Makes the release of the commit that is checked out: the same files whenever and wherever it is made from that commit. */
export async function makeRelease(wanted: string | undefined): Promise<void> {
  const { commit, version, epoch } = await readCheckout(wanted);
  const arch = architectures[process.arch] ?? process.arch;
  const name = `fairwatch_${version}_linux_${arch}`;
  const source = path.join(releases, 'source');
  const tree = path.join(releases, 'fairwatch');
  const out = path.join(releases, version);
  for (const folder of [source, out]) rmSync(folder, { recursive: true, force: true });
  for (const folder of [source, out]) mkdirSync(folder, { recursive: true });
  console.log(`Fairwatch ${version} from ${commit.slice(0, 12)}`);
  const archive = path.join(releases, 'source.tar');
  await runCommand('git', ['archive', '--output', archive, commit], { cwd: root });
  await runCommand('tar', ['-xf', archive, '-C', source], { cwd: releases });
  console.log('Building the pages...');
  await runCommand('npm', ['run', 'build'], { cwd: source });
  console.log('Making the tree...');
  await makeTree(source, tree, epoch);
  console.log('Packing...');
  const tar = path.join(releases, `${name}.tar`);
  const settled = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`, '--format=gnu'];
  await runCommand('tar', [...settled, '-cf', tar, '-C', releases, 'fairwatch'], { cwd: releases });
  await runCommand('xz', ['-6', '--threads=1', '--force', tar], { cwd: releases });
  cpSync(`${tar}.xz`, path.join(out, `${name}.tar.xz`));
  cpSync(path.join(tree, 'sbom.cdx.json'), path.join(out, `${name}.cdx.json`));
  writeSums(out);
  console.log(`In ${out}:\n${readFileSync(path.join(out, 'SHA256SUMS'), 'utf8')}`);
}

/** The sum of each file, as `sha256sum --check` reads them. */
function writeSums(folder: string): void {
  const lines = readdirSync(folder)
    .toSorted()
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex');
      return `${sum}  ${name}\n`;
    });
  writeFileSync(path.join(folder, 'SHA256SUMS'), lines.join(''));
}
