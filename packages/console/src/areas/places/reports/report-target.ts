import type { WatchTarget } from '@fairwatch/contract';
import type { RawSearch } from '../../../core/components/filters/list-search.ts';

/** Reads the target of a report from the URL. An invalid value is read as all devices. */
export function readTarget({ group, device }: RawSearch): WatchTarget {
  const [groupId, deviceId] = [Number(group), Number(device)];
  if (isId(deviceId)) return { for: 'DEVICE', deviceId };
  return isId(groupId) ? { for: 'GROUP', groupId } : { for: 'ALL' };
}

function isId(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/** The search parameters of a target; undefined leaves one out of the URL. */
export function targetSearch(target: WatchTarget): { group: number | undefined; device: number | undefined } {
  return {
    group: target.for === 'GROUP' ? target.groupId : undefined,
    device: target.for === 'DEVICE' ? target.deviceId : undefined,
  };
}

export function isSameTarget(one: WatchTarget, other: WatchTarget): boolean {
  const [a, b] = [targetSearch(one), targetSearch(other)];
  return a.group === b.group && a.device === b.device;
}
