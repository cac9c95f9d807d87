import type { Fact } from '@fairwatch/device/core';
import { manufacturerOf, modelOf } from '../../core/facts/facts.ts';
import { readFields, readFlag, readNumber, readText, readWhole } from '../../core/parse/fields.ts';

type Properties = ReadonlyMap<string, string>;

const textMaxLength = 200;
const text = (value: unknown) => readText(value, textMaxLength);

export function identityFacts(properties: Properties): Fact[] {
  return [
    { name: 'Manufacturer', value: manufacturerOf(properties) },
    { name: 'Model', value: modelOf(properties) },
    { name: 'Language', value: properties.get('persist.sys.locale') || properties.get('ro.product.locale') || null },
    { name: 'Time zone', value: properties.get('persist.sys.timezone') ?? null },
  ];
}

export function systemFacts(properties: Properties): Fact[] {
  const release = properties.get('ro.build.version.release');
  const chip = [properties.get('ro.soc.manufacturer'), properties.get('ro.soc.model')].filter(Boolean).join(' ');
  return [
    { name: 'System', value: release ? `Android ${release}` : null },
    { name: 'API level', value: properties.get('ro.build.version.sdk') ?? null },
    { name: 'Security patch', value: properties.get('ro.build.version.security_patch') ?? null },
    { name: 'Build', value: properties.get('ro.build.display.id') ?? null },
    { name: 'Chip', value: chip || properties.get('ro.board.platform') || null },
    { name: 'Encryption', value: encryption.get(properties.get('ro.crypto.state') ?? '') ?? null },
  ];
}

const encryption: ReadonlyMap<string, string> = new Map([
  ['encrypted', 'On'],
  ['unencrypted', 'Off'],
]);

export function screenFacts(properties: Properties): Fact[] {
  const density = readWhole(properties.get('ro.sf.lcd_density'));
  return [{ name: 'Density', value: density === null ? null : `${density} dpi` }];
}

const batteryStates: ReadonlyMap<string, string> = new Map([
  ['CHARGING', 'Charging'],
  ['FULL', 'Full'],
  ['DISCHARGING', 'Not charging'],
  ['NOT_CHARGING', 'Not charging'],
]);

const powerSources: ReadonlyMap<string, string> = new Map([
  ['UNPLUGGED', 'Battery'],
  ['PLUGGED_AC', 'Charger'],
  ['PLUGGED_USB', 'USB'],
  ['PLUGGED_WIRELESS', 'Wireless charger'],
  ['PLUGGED_DOCK', 'Dock'],
]);

/** Facts from what `termux-battery-status` prints. */
export function batteryFacts(json: unknown): Fact[] {
  const printed = readFields('termux-battery-status', json);
  const level = readWhole(printed.percentage);
  const temperature = readNumber(printed.temperature);
  const cycles = readWhole(printed.cycle);
  const isLevel = level !== null && level >= 0 && level <= 100;
  const isTemperature = temperature !== null && Math.abs(temperature) < 200;
  return [
    ...(isLevel ? [{ name: 'Level', value: `${level} %`, used: level, total: 100 }] : []),
    { name: 'Status', value: batteryStates.get(text(printed.status)) ?? null },
    { name: 'Power source', value: powerSources.get(text(printed.plugged)) ?? null },
    { name: 'Health', value: words(text(printed.health)) },
    { name: 'Temperature', value: isTemperature ? `${temperature.toFixed(1)} °C` : null },
    { name: 'Technology', value: text(printed.technology) },
    { name: 'Charge cycles', value: cycles !== null && cycles >= 0 ? String(cycles) : null },
  ];
}

/** Writes a constant such as OVER_VOLTAGE as words; null for a number and for "unknown". */
function words(constant: string): string | null {
  if (!/^[A-Z_]+$/i.test(constant) || constant.toUpperCase() === 'UNKNOWN') return null;
  const lower = constant.toLowerCase().replaceAll('_', ' ');
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

/**
 * Facts from what `termux-wifi-connectioninfo` prints. The addresses of the access point and of the phone's own hardware are left out,
 * and IPv6 addresses with them, since they may contain the latter.
 */
export function wifiFacts(json: unknown): Fact[] {
  const printed = readFields('termux-wifi-connectioninfo', json);
  const ip = text(printed.ip);
  const address = { name: 'IP address', value: /^\d{1,3}(?:\.\d{1,3}){3}$/.test(ip) && ip !== '0.0.0.0' ? ip : null };
  const isConnected = text(printed.supplicant_state).toUpperCase() === 'COMPLETED';
  if (!isConnected) return [{ name: 'WiFi', value: 'Not connected' }, address];
  const name = text(printed.ssid).replaceAll('"', '');
  const signal = readWhole(printed.rssi);
  const speed = readWhole(printed.link_speed_mbps);
  const frequency = readWhole(printed.frequency_mhz);
  return [
    { name: 'WiFi', value: 'Connected' },
    // Android hides the name from apps without the location permission.
    { name: 'WiFi network', value: name === '<unknown ssid>' ? null : name },
    { name: 'WiFi signal', value: signal !== null && signal > -127 && signal < 0 ? `${signal} dBm` : null },
    { name: 'Link speed', value: speed !== null && speed > 0 ? `${speed} Mbit/s` : null },
    { name: 'WiFi band', value: frequency !== null && frequency > 0 ? bandOf(frequency) : null },
    address,
  ];
}

function bandOf(megahertz: number): string {
  if (megahertz < 3000) return '2.4 GHz';
  return megahertz < 5925 ? '5 GHz' : '6 GHz';
}

const networkTypes: ReadonlyMap<string, string> = new Map([
  ['nr', '5G'],
  ['lte', 'LTE'],
  ['iwlan', 'WiFi calling'],
  ['18', 'WiFi calling'],
  ...['hspap', 'hspa', 'hsupa', 'hdspa', 'umts'].map((type): [string, string] => [type, '3G']),
  ...['edge', 'gprs', 'gsm', '16'].map((type): [string, string] => [type, '2G']),
]);

/**
 * Facts from what `termux-telephony-deviceinfo` prints. Device id, serial number of the SIM card and the ids of the subscriber are left
 * out.
 */
export function telephonyFacts(json: unknown): Fact[] {
  const printed = readFields('termux-telephony-deviceinfo', json);
  const type = text(printed.network_type).toLowerCase();
  const roaming = readFlag(printed.network_roaming);
  const data = text(printed.data_state).toLowerCase();
  return [
    { name: 'Carrier', value: text(printed.network_operator_name) || text(printed.sim_operator_name) },
    { name: 'Mobile network', value: networkTypes.get(type) ?? null },
    { name: 'Mobile data', value: /^[a-z]+$/.test(data) && data !== 'unknown' ? words(data) : null },
    { name: 'Roaming', value: roaming === null ? null : onOrOff(roaming) },
    { name: 'SIM card', value: words(text(printed.sim_state)) },
  ];
}

function onOrOff(on: boolean): string {
  return on ? 'On' : 'Off';
}
