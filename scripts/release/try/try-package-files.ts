import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../commands.ts';
import { check, type Steps } from './steps.ts';

/** Checks what can be told from the files: sums, the package by lintian, and its unit by systemd's own tools, without a running systemd. */
export async function tryPackageFiles(
  { step, note }: Steps,
  { out, version, arch }: { out: string; version: string; arch: string },
) {
  const file = path.join(out, `fairwatch_${version}_${arch}.deb`);
  await step('SHA256SUMS fit', () => runCommand('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: out }));
  await step('lintian finds no errors', () =>
    runCommand('lintian', ['--fail-on', 'error', '--allow-root', file], { cwd: out }),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'fairwatch-unit-'));
  try {
    await runCommand('dpkg-deb', ['--extract', file, folder], { cwd: out });
    const unit = 'usr/lib/systemd/system/fairwatch.service';
    check(existsSync(path.join(folder, unit)), 'The package has no unit.');
    await step('systemd-analyze verify', () =>
      runCommand('systemd-analyze', ['verify', '--man=no', `--root=${folder}`, '/' + unit], { cwd: folder }),
    );
    await step('systemd-analyze security: exposure', async () => {
      const said = await runCommand(
        'systemd-analyze',
        ['security', '--offline=true', '--no-pager', path.join(folder, unit)],
        { cwd: folder },
      );
      const exposure = /exposure level for .*: ([\d.]+) (\w+)/.exec(said);
      check(exposure !== null && Number(exposure[1]) < 3, said.slice(-400));
      note('unit, exposure (0 to 10)', `${exposure[1]} ${exposure[2]}`);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
