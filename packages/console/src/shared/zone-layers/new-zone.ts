import { limits, type Place } from '@fairwatch/contract';
import type { NamedDevice } from '../watch-targets/device-search.tsx';

/** What a link to the form of a new zone fills in. */
export interface NewZone {
  name?: string;
  at?: Place | null;
  /** In metres. */
  radius?: number;
  /** The device that the zone is for. Without one it is for all devices. */
  device?: NamedDevice | null;
}

/** The fragment of the address that fills in the form of a new zone. A browser sends it to no server, so that no log gets where somebody was. */
export function newZoneHash({ name, at, radius, device }: NewZone): string {
  const fields = new URLSearchParams({ new: 'CIRCLE' });
  if (name) fields.set('name', name);
  if (at) fields.set('at', `${at.latitude},${at.longitude}`);
  if (radius !== undefined) fields.set('radius', String(radius));
  if (device) {
    fields.set('device', String(device.id));
    fields.set('deviceName', device.name);
  }
  return fields.toString();
}

/** Reads such a fragment; null for any other. What is not valid is left out. */
export function readNewZone(hash: string): NewZone | null {
  const fields = new URLSearchParams(hash);
  if (fields.get('new') !== 'CIRCLE') return null;
  const { minRadius, maxRadius, nameMaxLength } = limits.zone;
  const [latitude = Number.NaN, longitude = Number.NaN] = (fields.get('at') ?? '').split(',').map(Number);
  const radius = Number(fields.get('radius') ?? Number.NaN);
  const id = Number(fields.get('device'));
  return {
    name: (fields.get('name') ?? '').slice(0, nameMaxLength),
    at: Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null,
    ...(radius >= minRadius && radius <= maxRadius && { radius }),
    device: Number.isSafeInteger(id) && id > 0 ? { id, name: fields.get('deviceName') ?? String(id) } : null,
  };
}
