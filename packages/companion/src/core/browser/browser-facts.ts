import { version, type DeviceFacts } from '@fairwatch/contract';

/** The user agent data of Chromium; other browsers have none. */
interface UserAgentData {
  platform: string;
  brands: readonly { brand: string; version: string }[];
  getHighEntropyValues(hints: readonly string[]): Promise<{ model?: string; platformVersion?: string }>;
}

const unknown = 'unknown';
const systems: readonly [pattern: RegExp, name: string, version: RegExp | null][] = [
  [/iPad/, 'iPadOS', /OS ([\d_]+)/],
  [/iPhone|iPod/, 'iOS', /OS ([\d_]+)/],
  [/Android/, 'Android', /Android ([\d.]+)/],
  [/CrOS/, 'ChromeOS', null],
  [/Windows/, 'Windows', /Windows NT ([\d.]+)/],
  [/Mac OS X/, 'macOS', /Mac OS X ([\d_]+)/],
  [/Linux/, 'Linux', null],
];
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Edg\/|EdgA\/|EdgiOS\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** The operating system and its version, as far as the user agent tells. */
export function systemOf(userAgent: string, touchPoints: number): { osName: string; osVersion: string } {
  const found = systems.find(([pattern]) => pattern.test(userAgent));
  if (!found) return { osName: unknown, osVersion: unknown };
  const [, name, pattern] = found;
  const osVersion = (pattern && userAgent.match(pattern)?.[1]?.replaceAll('_', '.')) || unknown;
  // An iPad calls itself a Mac; only one of the two has a touch screen.
  return { osName: name === 'macOS' && touchPoints > 1 ? 'iPadOS' : name, osVersion };
}

export function browserNameOf(userAgent: string): string {
  return browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Browser';
}

/** The facts about this browser that are sent when it joins and each time it connects. */
export async function readBrowserFacts(): Promise<DeviceFacts> {
  const { userAgent, maxTouchPoints } = navigator;
  const { osName, osVersion } = systemOf(userAgent, maxTouchPoints);
  const data = (navigator as Navigator & { userAgentData?: UserAgentData }).userAgentData;
  const told = await data?.getHighEntropyValues(['model', 'platformVersion']).catch(() => undefined);
  const browser = browserNameOf(userAgent);
  return {
    name: `${browser} on ${osName}`,
    model: told?.model || browser,
    osName,
    osVersion: told?.platformVersion || osVersion,
    appName: 'Fairwatch companion',
    appVersion: version,
  };
}
