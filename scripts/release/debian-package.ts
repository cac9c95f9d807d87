import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { configVariables } from '../../packages/server/src/core/config/config-variables.ts';
import { root } from '../core/paths.ts';
import { runCommand } from './commands.ts';
import { settle, type Release } from './release-files.ts';
import { settingsFile } from './settings-file.ts';

const templates = path.join(root, 'release/debian');

/** What the package sets: an installation in earnest, where the service may write. */
const packageSettings = { DATA_DIR: '/var/lib/fairwatch', DEMO_DEVICES: '0' };

/** Of xz. The highest makes the file a sixth smaller, and takes five times as long. */
const compressionLevel = 1;

const scripts = ['preinst', 'postinst', 'prerm', 'postrm'];

/** Makes the Debian package around the tree, and returns its name. */
export async function makeDebianPackage(release: Release, tree: string): Promise<string> {
  const { version, arch, epoch, work, out } = release;
  const folder = path.join(work, 'debian');
  rmSync(folder, { recursive: true, force: true });
  const put = (file: string, content: string | Uint8Array, mode?: number) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content, { mode });
  };
  mkdirSync(path.join(folder, 'usr/lib'), { recursive: true });
  // Links in the place of copies: the tree has 300 MB.
  await runCommand('cp', ['-al', tree, path.join(folder, 'usr/lib/fairwatch')], { cwd: work });
  put('usr/bin/fairwatch', template('fairwatch'), 0o755);
  put('usr/lib/systemd/system/fairwatch.service', template('fairwatch.service'));
  put('usr/share/fairwatch/fairwatch.env', settingsFile(configVariables, packageSettings));
  put('usr/share/man/man1/fairwatch.1.gz', gzipped(template('fairwatch.1')));
  put('usr/share/doc/fairwatch/copyright', template('copyright'));
  put('usr/share/doc/fairwatch/changelog.gz', gzipped(debianChangelog(version, epoch)));
  put('usr/share/lintian/overrides/fairwatch', template('lintian-overrides'));
  cpSync(path.join(tree, 'CHANGELOG.md'), path.join(folder, 'usr/share/doc/fairwatch/CHANGELOG.md'));
  settle(folder, epoch);
  const sums = md5sums(folder);
  const bytes = filesOf(folder).map((file) => lstatSync(path.join(folder, file)).size);
  const size = String(Math.ceil(bytes.reduce((sum, each) => sum + each, 0) / 1024));
  put('DEBIAN/control', fill(template('control'), { VERSION: version, ARCH: arch, SIZE: size }), 0o644);
  put('DEBIAN/md5sums', sums, 0o644);
  for (const name of scripts) put(`DEBIAN/${name}`, template(name), 0o755);
  const name = `fairwatch_${version}_${arch}.deb`;
  const options = ['--root-owner-group', '-Zxz', `-z${compressionLevel}`, '--uniform-compression', '--threads-max=2'];
  const env = { SOURCE_DATE_EPOCH: String(epoch) };
  await runCommand('dpkg-deb', [...options, '--build', folder, path.join(out, name)], { cwd: work, env });
  return name;
}

function template(name: string): string {
  return readFileSync(path.join(templates, name), 'utf8');
}

/** Replaces each `@NAME@`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/@([A-Z]+)@/g, (whole, name: string) => values[name] ?? whole);
}

function gzipped(text: string): Uint8Array {
  return gzipSync(text, { level: 9 });
}

/** Debian's form of the list of changes. What changed stands in ours, beside it. */
export function debianChangelog(version: string, epoch: number): string {
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000');
  return `fairwatch (${version}) stable; urgency=medium

  * /usr/share/doc/fairwatch/CHANGELOG.md says what changed.

 -- Fairwatch maintainers <maintainers@fairwatch.example>  ${date}
`;
}

/** What "dpkg --verify" compares. */
function md5sums(folder: string): string {
  const lines = filesOf(folder).map((file) => {
    const sum = createHash('md5')
      .update(readFileSync(path.join(folder, file)))
      .digest('hex');
    return `${sum}  ${file}\n`;
  });
  return lines.join('');
}

/** Every file of the package, in order. */
function filesOf(folder: string): string[] {
  const entries = readdirSync(path.join(folder, 'usr'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).toSorted();
}
