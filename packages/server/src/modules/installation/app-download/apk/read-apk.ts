import { readRootElement, type AxmlElement, type AxmlValue } from './axml.ts';
import { ApkUnreadable, readZipEntry } from './zip-entry.ts';

/** The facts from an app's manifest. */
export interface ApkFacts {
  packageName: string;
  version: string;
  versionCode: number;
}

const manifestName = 'AndroidManifest.xml';
/** The maximum size of a manifest in bytes. Those of large apps have some hundred kilobytes. */
const largestManifest = 4 * 1024 * 1024;

/** Android's resource ids of attributes. */
const ids = { versionCode: 0x01_01_02_1b, versionName: 0x01_01_02_1c, versionCodeMajor: 0x01_01_05_76 };

const packagePattern = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/;
const packageMaxLength = 255;
const versionMaxLength = 100;

/** Reads an app's package and version from its manifest. Throws `ApkUnreadable` with a readable reason. */
export async function readApk(path: string): Promise<ApkFacts> {
  return factsOf(readRootElement(await readZipEntry(path, manifestName, largestManifest)));
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
