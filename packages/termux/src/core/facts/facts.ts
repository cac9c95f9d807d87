import { version, type DeviceFacts } from '@fairwatch/contract';
import { clip } from '@fairwatch/device/core';
import { parseProperties } from '../parse/properties.ts';
import type { Termux } from '../termux/termux.ts';

const unknown = 'unknown';
const factMaxLength = 200;

/** The manufacturer as a name: the property is often written in lower case. */
export function manufacturerOf(properties: ReadonlyMap<string, string>): string {
  const name = properties.get('ro.product.manufacturer') ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Manufacturer and model, without the manufacturer twice where the model begins with it; empty when neither is known. */
export function modelOf(properties: ReadonlyMap<string, string>): string {
  const manufacturer = manufacturerOf(properties);
  const model = properties.get('ro.product.model') ?? '';
  const isNamed = model.toLowerCase().startsWith(manufacturer.toLowerCase());
  return (isNamed ? model : `${manufacturer} ${model}`).trim();
}

/** Reads the facts that are sent when the phone joins and each time it connects. What cannot be read is "unknown". */
export async function readFacts(termux: Termux): Promise<DeviceFacts> {
  const properties = parseProperties(await termux.run('getprop', []).catch(() => ''));
  const model = modelOf(properties);
  // Some manufacturers keep the name under which the phone is sold, or which its person gave it, in a property.
  const name = properties.get('persist.sys.device_name') || properties.get('ro.product.marketname') || model;
  return {
    name: clip(name, factMaxLength) || 'Android phone',
    model: clip(model, factMaxLength) || unknown,
    osName: 'Android',
    osVersion: clip(properties.get('ro.build.version.release') ?? '', factMaxLength) || unknown,
    appName: 'Fairwatch for Termux',
    appVersion: version,
  };
}
