import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../packages/server/src/core/config/config.ts';
import { configVariables } from '../../packages/server/src/core/config/config-variables.ts';
import { ociManifest } from './container-image.ts';
import { debianChangelog, fill } from './debian-package.ts';
import { settingsFile } from './settings-file.ts';

describe('the settings file of the package', () => {
  const set = { DATA_DIR: '/var/lib/fairwatch', DEMO_DEVICES: '0' };
  const file = settingsFile(configVariables, set);

  it('sets what the package decides, and is an installation with the defaults otherwise', () => {
    expect(parseEnv(file)).toEqual(set);
    expect(loadConfig(parseEnv(file))).toEqual(loadConfig(set));
  });

  it('has each variable once, below what it means and its default', () => {
    const names = Object.values(configVariables).flatMap((group) => group.map(({ name }) => name));
    expect([...file.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1])).toEqual(names);
    expect(file).toContain('\n# where the server listens. Default: 8080\n#PORT=8080\n');
  });

  it('has no Markdown and no long lines', () => {
    expect(file).not.toMatch(/[`]|\]\(/);
    expect(
      file.split('\n').filter((line) => line.startsWith('# ') && line.includes(' ', 2) && line.length > 120),
    ).toEqual([]);
  });
});

describe('the Debian package', () => {
  it('is filled in from its templates, and leaves what it does not know', () => {
    expect(fill('Version: @VERSION@\nMaintainer: a@b.example', { VERSION: '1.1.0' })).toBe(
      'Version: 1.1.0\nMaintainer: a@b.example',
    );
    expect(fill('@OTHER@', {})).toBe('@OTHER@');
  });

  it('has a list of changes dated by its commit', () => {
    expect(debianChangelog('1.1.0', 0)).toMatch(
      /^fairwatch \(1\.1\.0\) .*\n[^]*>  Thu, 01 Jan 1970 00:00:00 \+0000\n$/,
    );
  });
});

const blob = (mediaType: string, digest: string) => ({ mediaType, size: 3, digest });

it('the manifest of the image names the same bytes in the words of OCI', () => {
  const docker = 'application/vnd.docker';
  const text = JSON.stringify({
    schemaVersion: 2,
    config: blob(`${docker}.container.image.v1+json`, 'sha256:c'),
    layers: [
      blob(`${docker}.image.rootfs.diff.tar.gzip`, 'sha256:a'),
      blob(`${docker}.image.rootfs.diff.tar`, 'sha256:b'),
    ],
  });
  const oci = 'application/vnd.oci.image';
  expect(ociManifest(text)).toEqual({
    schemaVersion: 2,
    mediaType: `${oci}.manifest.v1+json`,
    config: blob(`${oci}.config.v1+json`, 'sha256:c'),
    layers: [blob(`${oci}.layer.v1.tar+gzip`, 'sha256:a'), blob(`${oci}.layer.v1.tar`, 'sha256:b')],
  });
});
