import type { Run } from '@fairwatch/contract';
import { useSyncExternalStore } from 'react';
import { useDeviceRuns } from '../../../../shared/run-progress/use-device-runs.ts';
import { fileRuns, type FileRun } from './file-runs.ts';

/** A run about files on screen: started in this tab, or before in another one. */
export type ShownRun = Pick<FileRun, 'run' | 'saving'>;

const fileActions: readonly Run['action'][] = ['SEND_FILES', 'DELETE_FILES', 'RENAME_FILES'];

/** The runs about files of a device. Deliveries are left out: their progress is shown with the uploads, and in the header. */
export function useFileRuns(deviceId: number): readonly ShownRun[] {
  const active = useSyncExternalStore(fileRuns.active.subscribe, fileRuns.active.get);
  const own = active.filter((each) => each.deviceId === deviceId);
  const others = useDeviceRuns(deviceId).filter(
    ({ id, action }) => fileActions.includes(action) && !active.some(({ run }) => run.id === id),
  );
  return [...own, ...others.map((run) => ({ run, saving: null }))];
}
