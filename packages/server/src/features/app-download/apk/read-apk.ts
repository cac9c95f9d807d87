import { open } from 'node:fs/promises';
import { readRootElement, type AxmlElement, type AxmlValue } from './axml.ts';
import { ApkUnreadable } from './unreadable.ts';
import { readZipEntry } from './zip-entry.ts';

/** What an app says of itself. */
export interface ApkFacts {
  packageName: string;
  version: string;
  versionCode: number;
}

const manifestName = 'AndroidManifest.xml';
/** Those of the largest apps have some hundred kilobytes. */
const largestManifest = 4 * 1024 * 1024;

/** Android's numbers of attributes. */
const ids = { versionCode: 0x01_01_02_1b, versionName: 0x01_01_02_1c, versionCodeMajor: 0x01_01_05_76 };

const packagePattern = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/;
const packageMaxLength = 255;
const versionMaxLength = 100;

/** Reads an app's version from its own manifest. ApkUnreadable says in words what is wrong with the file. */
export async function readApk(path: string): Promise<ApkFacts> {
  const file = await open(path, 'r');
  try {
    return factsOf(readRootElement(await readZipEntry(file, manifestName, largestManifest)));
  } finally {
    await file.close();
  }
}

function factsOf(manifest: AxmlElement): ApkFacts {
  if (manifest.name !== 'manifest') throw new ApkUnreadable('its manifest does not begin as one.');
  const packageName = manifest.attributes.find(({ name, resourceId }) => name === 'package' && resourceId === null);
  const version = valueOf(manifest, ids.versionName);
  return {
    packageName: packageNameOf(packageName?.value ?? null),
    version: versionOf(version),
    versionCode: codeOf(valueOf(manifest, ids.versionCode), valueOf(manifest, ids.versionCodeMajor)),
  };
}

function valueOf({ attributes }: AxmlElement, id: number): AxmlValue | undefined {
  return attributes.find(({ resourceId }) => resourceId === id)?.value;
}

function packageNameOf(value: AxmlValue): string {
  if (typeof value === 'string' && value.length <= packageMaxLength && packagePattern.test(value)) return value;
  throw new ApkUnreadable('its manifest names no package.');
}

function versionOf(value: AxmlValue | undefined): string {
  if (value === null)
    throw new ApkUnreadable('its version stands elsewhere in the app. Build it with a plain versionName.');
  const version = String(value ?? '').trim();
  if (version === '') throw new ApkUnreadable('its manifest has no versionName.');
  if (version.length > versionMaxLength || /\p{C}/u.test(version))
    throw new ApkUnreadable('its versionName is not readable.');
  return version;
}

function codeOf(code: AxmlValue | undefined, major: AxmlValue | undefined): number {
  if (typeof code !== 'number') throw new ApkUnreadable('its manifest has no versionCode.');
  const whole = (typeof major === 'number' ? major : 0) * 2 ** 32 + code;
  if (!Number.isSafeInteger(whole)) throw new ApkUnreadable('its versionCode is too large.');
  return whole;
}
