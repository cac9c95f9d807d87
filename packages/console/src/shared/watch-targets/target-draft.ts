import type { ShownTarget, WatchTarget } from '@fairwatch/contract';
import type { NamedDevice } from './device-search.tsx';

/** For which devices a zone or a rule is, as a form edits it. The choices of the other kinds are kept while the admin looks at one. */
export interface TargetDraft {
  kind: WatchTarget['for'];
  /** As the select has it; empty for none. */
  groupId: string;
  device: NamedDevice | null;
}

export function targetDraftOf(shown: Pick<ShownTarget, 'target' | 'targetName'> | null): TargetDraft {
  const target = shown?.target ?? { for: 'ALL' };
  return {
    kind: target.for,
    groupId: target.for === 'GROUP' ? String(target.groupId) : '',
    device:
      target.for === 'DEVICE' ? { id: target.deviceId, name: shown?.targetName ?? String(target.deviceId) } : null,
  };
}

/** What is sent; null while the group or the device is missing. */
export function targetOfDraft({ kind, groupId, device }: TargetDraft): WatchTarget | null {
  if (kind === 'ALL') return { for: 'ALL' };
  if (kind === 'GROUP') return groupId === '' ? null : { for: 'GROUP', groupId: Number(groupId) };
  return device === null ? null : { for: 'DEVICE', deviceId: device.id };
}
