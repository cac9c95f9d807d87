import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  attributeIds,
  buildAxml,
  buildZip,
  testApk,
  testManifest,
  type ZipFile,
} from '../../../../testing/samples/test-apk.ts';
import { readApk } from './read-apk.ts';
import { ApkUnreadable } from './zip-entry.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-apk-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Uint8Array) {
  const path = join(folder, 'app.apk');
  await writeFile(path, bytes);
  return await readApk(path);
}

const manifestName = 'AndroidManifest.xml';
const zipOf = (manifest: Uint8Array, file: Partial<ZipFile> = {}) =>
  buildZip([{ name: manifestName, content: manifest, ...file }]);
const version = (value: string | number) => ({ name: 'versionName', id: attributeIds.versionName, value });
const code = { name: 'versionCode', id: attributeIds.versionCode, value: 7 };
const name = { name: 'package', value: 'org.example.app' };

describe('reading an app', () => {
  it.each(['utf8', 'utf16'] as const)('finds its package and version, with text in %s', async (encoding) => {
    const apk = testApk({ packageName: 'org.example.app', version: '2.1.0-β', versionCode: 210, encoding });
    expect(await read(apk)).toEqual({ packageName: 'org.example.app', version: '2.1.0-β', versionCode: 210 });
  });

  it('accepts an uncompressed manifest, long texts, and a version code of 64 bits', async () => {
    const major = { name: 'versionCodeMajor', id: attributeIds.versionCodeMajor, value: 1 };
    const long = { name: 'note', value: 'x'.repeat(300) };
    const manifest = buildAxml({ attributes: [code, version('3'), major, name, long] });
    expect(await read(zipOf(manifest, { method: 0 }))).toMatchObject({ version: '3', versionCode: 2 ** 32 + 7 });
  });

  it('uses the resource ids of attributes, whose names may be missing or wrong', async () => {
    const attributes = [
      { ...code, name: '' },
      { ...version('4.0'), name: 'x' },
      { name: 'versionName', value: '9.9' },
      name,
    ];
    expect((await read(zipOf(buildAxml({ attributes })))).version).toBe('4.0');
  });

  it('ignores bytes before the archive and in its comment', async () => {
    const apk = Buffer.concat([testApk(), Buffer.from('PK\x05\x06 is a comment')]);
    apk.writeUInt16LE(Buffer.byteLength('PK\x05\x06 is a comment'), testApk().length - 2);
    expect((await read(apk)).version).toBe('1.0.20');
  });
});

const bomb = Buffer.alloc(64 * 1024 * 1024);
const whole = testManifest();
const changed = (change: (manifest: Buffer) => void) => {
  const manifest = Buffer.from(whole);
  change(manifest);
  return manifest;
};

const refused: [what: string, bytes: () => Buffer, words: string][] = [
  ['nothing', () => Buffer.alloc(0), 'not a zip archive'],
  ['text', () => Buffer.from('Hello, this is an app.'), 'not a zip archive'],
  ['an archive that is cut off', () => testApk().subarray(0, -30), 'not a zip archive'],
  ['an archive without a manifest', () => buildZip([{ name: 'a.txt', content: Buffer.from('a') }]), 'there is no'],
  ['two manifests', () => buildZip([1, 2].map(() => ({ name: manifestName, content: whole }))), 'more than one'],
  ['a bomb that says so', () => zipOf(bomb), 'far too large'],
  ['a bomb that says it is small', () => zipOf(bomb, { claims: { bytes: 500 } }), 'damaged'],
  ['less than was said', () => zipOf(whole, { claims: { bytes: whole.length + 1 } }), 'damaged'],
  ['another checksum', () => zipOf(whole, { claims: { crc: 1 } }), 'damaged'],
  ['an unknown packing', () => zipOf(whole, { method: 12 }), 'Android does not read'],
  ['encryption', () => zipOf(whole, { claims: { flags: 1 } }), 'encrypted'],
  ['another name in its place', () => zipOf(whole, { claims: { localName: 'Other.xml' } }), 'does not fit'],
  ['a manifest of text', () => zipOf(Buffer.from('<manifest package="a.b"/>')), 'damaged'],
  ['an empty manifest', () => zipOf(Buffer.alloc(0)), 'damaged'],
  ['a manifest of nothing', () => zipOf(Buffer.from([3, 0, 8, 0, 8, 0, 0, 0])), 'is empty'],
  ['a chunk without length', () => zipOf(changed((manifest) => manifest.writeUInt32LE(0, 12))), 'damaged'],
  ['a million strings', () => zipOf(changed((manifest) => manifest.writeUInt32LE(1_000_000, 16))), 'damaged'],
  ['strings that lie elsewhere', () => zipOf(changed((manifest) => manifest.writeUInt32LE(0x7fffffff, 28))), 'damaged'],
  [
    'another root',
    () => zipOf(buildAxml({ root: 'resources', attributes: [code, version('1'), name] })),
    'begin as one',
  ],
  ['no package', () => zipOf(buildAxml({ attributes: [code, version('1')] })), 'no package'],
  ['a package that is none', () => testApk({ packageName: '../../etc' }), 'no package'],
  ['no version', () => zipOf(buildAxml({ attributes: [code, name] })), 'no versionName'],
  ['a version that stands elsewhere', () => testApk({ version: { reference: 0x7f010001 } }), 'stands elsewhere'],
  ['a version with control characters', () => testApk({ version: '1\u202e0' }), 'not readable'],
  ['no code', () => zipOf(buildAxml({ attributes: [version('1'), name] })), 'no versionCode'],
];

describe('a file that is no app', () => {
  it.each(refused)('is refused with a reason: %s', async (_, bytes, words) => {
    const outcome = read(bytes());
    await expect(outcome).rejects.toBeInstanceOf(ApkUnreadable);
    await expect(outcome).rejects.toThrow(words);
  });

  it('is refused wherever it is truncated or corrupted, without a crash', async () => {
    const outcomes = new Set<string>();
    for (let place = 0; place < whole.length; place += 1) {
      const spoilt = changed((manifest) => manifest.writeUInt8(manifest.readUInt8(place) ^ 0xff, place));
      for (const manifest of [spoilt, whole.subarray(0, place)]) {
        const outcome = await read(zipOf(manifest, { method: 0 })).catch((error: Error) => error.name);
        outcomes.add(typeof outcome === 'string' ? outcome : 'read');
      }
    }
    // Some bytes do not matter, such as line numbers.
    expect([...outcomes].toSorted()).toEqual(['ApkUnreadable', 'read']);
  });
});
