import { ownZone } from '@fairwatch/contract';
import { infoRows, type Collect, type Fact } from '@fairwatch/device/core';
import { sizeText } from '@fairwatch/device/words';
import { browserNameOf, readBrowserFacts } from '../../core/browser/browser-facts.ts';
import { watchVitals } from '../../core/browser/browser-vitals.ts';

interface NetworkInformation {
  effectiveType?: string;
  downlink?: number;
  saveData?: boolean;
}

type Browser = Navigator & { deviceMemory?: number; connection?: NetworkInformation };

/** Collects what the browser knows about itself and the phone. */
export function collectDeviceInfo(): Collect<'device-info'> {
  return async () => {
    return infoRows([
      ['IDENTITY', await identityFacts()],
      ['SYSTEM', systemFacts(navigator)],
      ['BATTERY', await batteryFacts()],
      ['NETWORK', networkFacts(navigator)],
      ['STORAGE', await storageFacts()],
      ['SCREEN', screenFacts()],
    ]);
  };
}

async function identityFacts(): Promise<Fact[]> {
  const facts = await readBrowserFacts();
  return [
    { name: 'Device name', value: facts.name },
    { name: 'Model', value: facts.model },
    { name: 'Client app', value: `${facts.appName} ${facts.appVersion}` },
    { name: 'System', value: [facts.osName, facts.osVersion].filter((part) => part !== 'unknown').join(' ') },
    { name: 'Languages', value: navigator.languages.join(', ') },
    { name: 'Time zone', value: ownZone() },
  ];
}

function systemFacts({ userAgent, hardwareConcurrency, deviceMemory, maxTouchPoints }: Browser): Fact[] {
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  return [
    { name: 'Browser', value: browserNameOf(userAgent) },
    { name: 'User agent', value: userAgent },
    { name: 'Processor cores', value: hardwareConcurrency ? String(hardwareConcurrency) : null },
    { name: 'Memory', value: deviceMemory === undefined ? null : `${deviceMemory} GB or more` },
    { name: 'Touch screen', value: maxTouchPoints > 0 ? 'Yes' : 'No' },
    { name: 'Opened from the Home Screen', value: isInstalled ? 'Yes' : 'No' },
  ];
}

async function batteryFacts(): Promise<Fact[]> {
  const { batteryPercent, charging } = (await watchVitals(() => true))();
  if (batteryPercent === null) return [];
  return [
    { name: 'Level', value: `${batteryPercent} %`, used: batteryPercent, total: 100 },
    { name: 'Status', value: charging ? 'Charging' : 'Not charging' },
  ];
}

function networkFacts({ onLine, connection }: Browser): Fact[] {
  return [
    { name: 'Connection', value: onLine ? 'Online' : 'Offline' },
    { name: 'Speed class', value: connection?.effectiveType?.toUpperCase() ?? null },
    {
      name: 'Download speed',
      value: connection?.downlink === undefined ? null : `About ${connection.downlink} Mbit/s`,
    },
    { name: 'Data saver', value: connection?.saveData === undefined ? null : onOrOff(connection.saveData) },
  ];
}

async function storageFacts(): Promise<Fact[]> {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  const lasting = await navigator.storage?.persisted?.().catch(() => null);
  const space: Fact[] =
    usage === undefined || quota === undefined
      ? []
      : [{ name: 'Used by this page', value: `${sizeText(usage)} of ${sizeText(quota)}`, used: usage, total: quota }];
  return [
    ...space,
    { name: 'Lasting storage', value: lasting === null || lasting === undefined ? null : onOrOff(lasting) },
  ];
}

function screenFacts(): Fact[] {
  const { width, height, colorDepth, orientation } = screen;
  const ratio = devicePixelRatio;
  return [
    { name: 'Resolution', value: `${Math.round(width * ratio)} × ${Math.round(height * ratio)}` },
    { name: 'Pixel ratio', value: String(Math.round(ratio * 100) / 100) },
    { name: 'Window', value: `${innerWidth} × ${innerHeight}` },
    { name: 'Orientation', value: orientation?.type.replaceAll('-', ' ') ?? null },
    { name: 'Colours', value: `${colorDepth} bit` },
    { name: 'Dark theme', value: onOrOff(matchMedia('(prefers-color-scheme: dark)').matches) },
  ];
}

function onOrOff(on: boolean): string {
  return on ? 'On' : 'Off';
}
