import type { DeviceFacts } from '@fairwatch/contract';
import type { Vitals } from '../../core/connection/connection.ts';
import type { FakePhone } from '../../fake/fake-phone.ts';
import { seededRandom } from '../../fake/random.ts';
import type { PhoneSpecs } from './phone-specs.ts';

/** One thing a device tells about itself. */
export interface Fact {
  name: string;
  value: string;
  used?: number | null;
  total?: number | null;
}

/** The phone at the moment it is asked. */
export interface Moment {
  specs: PhoneSpecs;
  /** Makes the facts differ between phones, and stay the same on one phone. */
  salt: number;
  bootedAt: number;
  vitals: Vitals;
  time: number;
}

const hourMs = 3_600_000;

export function gigabytes(bytes: number): string {
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

export function identityFacts({ facts, person }: FakePhone): Fact[] {
  const [manufacturer = ''] = facts.model.split(' ');
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return [
    { name: 'Device name', value: facts.name },
    { name: 'Manufacturer', value: manufacturer },
    { name: 'Model', value: facts.model },
    { name: 'Phone number', value: person.phoneNumber },
    { name: 'Client app', value: `${facts.appName} ${facts.appVersion}` },
    { name: 'Language', value: locale },
    { name: 'Time zone', value: timeZone },
  ];
}

export function systemFacts({ osName, osVersion }: DeviceFacts, { specs, salt, bootedAt, time }: Moment): Fact[] {
  const random = seededRandom(`system/${salt}`);
  const apiLevel = Number.parseInt(osVersion, 10) + 20;
  const hours = Math.floor((time - bootedAt) / hourMs);
  return [
    { name: 'System', value: `${osName} ${osVersion}` },
    { name: 'API level', value: String(apiLevel) },
    { name: 'Security patch', value: `2026-${String(random.int(6, 11)).padStart(2, '0')}-05` },
    { name: 'Build', value: `BP${random.int(1, 4)}A.26${random.int(10, 99)}05.0${random.int(10, 40)}` },
    { name: 'Kernel', value: `6.${random.int(1, 6)}.${random.int(20, 99)}-android${osVersion}` },
    { name: 'Chip', value: specs.chip },
    { name: 'Processor cores', value: String(specs.cores) },
    { name: 'Running for', value: hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days` },
    { name: 'Screen lock', value: random.pick(['Fingerprint', 'Face', 'PIN', 'Pattern']) },
    { name: 'Encryption', value: 'On' },
    { name: 'Developer options', value: random.chance(0.1) ? 'On' : 'Off' },
  ];
}

export function batteryFacts({ specs, salt, vitals, time }: Moment): Fact[] {
  const random = seededRandom(`battery/${salt}`);
  const level = vitals.batteryPercent ?? 0;
  const health = random.int(82, 100);
  return [
    { name: 'Level', value: `${level} %`, used: level, total: 100 },
    { name: 'Status', value: vitals.charging ? 'Charging' : 'Not charging' },
    { name: 'Health', value: `${health} %`, used: health, total: 100 },
    { name: 'Capacity', value: `${Math.round((specs.batteryMah * health) / 100)} of ${specs.batteryMah} mAh` },
    { name: 'Temperature', value: `${(26 + ((time / hourMs + salt) % 9)).toFixed(1)} °C` },
    { name: 'Charge cycles', value: String(random.int(40, 620)) },
    { name: 'Power saving', value: level <= 20 ? 'On' : 'Off' },
  ];
}

const carriers = ['Northlink', 'Blue Mobile', 'Telvia', 'Orbit', 'Comet'];

/** Addresses from ranges that nobody owns. */
export function networkFacts({ person }: FakePhone, { salt, vitals, time }: Moment): Fact[] {
  const random = seededRandom(`network/${salt}`);
  const onWifi = vitals.network === 'WIFI';
  const signal = -random.int(48, 70) - Math.floor((time / 60_000) % 6);
  const wifiName = `${person.name.split(' ').at(-1)}-${random.pick(['Home', 'Net', 'WiFi'])}`;
  const carrier = random.pick(carriers);
  const address = onWifi ? `192.168.${random.int(0, 9)}.${random.int(2, 250)}` : `10.${random.int(0, 90)}.4.17`;
  const wifi: Fact[] = [
    { name: 'WiFi network', value: wifiName },
    { name: 'WiFi signal', value: `${signal} dBm` },
    { name: 'Link speed', value: `${random.pick([433, 650, 866, 1201])} Mbit/s` },
  ];
  return [
    { name: 'Connection', value: onWifi ? 'WiFi' : 'Mobile data' },
    ...(onWifi ? wifi : []),
    { name: 'IP address', value: address },
    { name: 'Public address', value: `203.0.113.${random.int(1, 254)}` },
    { name: 'Carrier', value: carrier },
    { name: 'Mobile network', value: random.pick(['5G', 'LTE', 'LTE']) },
    { name: 'Roaming', value: 'Off' },
    { name: 'Airplane mode', value: 'Off' },
    { name: 'Bluetooth', value: random.chance(0.7) ? 'On' : 'Off' },
    { name: 'VPN', value: random.chance(0.15) ? 'Connected' : 'Not connected' },
  ];
}

export function screenFacts({ specs: { screen }, salt, time }: Moment): Fact[] {
  const random = seededRandom(`screen/${salt}`);
  const brightness = 20 + Math.floor((time / 600_000 + salt) % 70);
  return [
    { name: 'Size', value: `${screen.inches} inches` },
    { name: 'Resolution', value: `${screen.width} × ${screen.height}` },
    { name: 'Density', value: `${screen.dpi} dpi` },
    { name: 'Refresh rate', value: `${screen.hertz} Hz` },
    { name: 'Brightness', value: `${brightness} %`, used: brightness, total: 100 },
    { name: 'Dark theme', value: random.chance(0.5) ? 'On' : 'Off' },
    { name: 'Font size', value: `${random.pick([85, 100, 100, 115])} %` },
  ];
}
