import type { DeviceStatus } from '@fairwatch/contract';
import { useSyncExternalStore } from 'react';
import { fileJobs } from './file-jobs.ts';
import { JobBar } from './job-bar.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { uploads } from '../uploads/uploads.ts';

interface TransfersProps {
  deviceId: number;
  /** Undefined while the device is being loaded. */
  status: DeviceStatus | undefined;
}

/** The running file jobs and uploads of a device. */
export function Transfers({ deviceId, status }: TransfersProps) {
  const bundles = useSyncExternalStore(uploads.store.subscribe, uploads.store.get);
  const progress = useSyncExternalStore(fileJobs.progress.subscribe, fileJobs.progress.get);
  const failures = useSyncExternalStore(fileJobs.failures.subscribe, fileJobs.failures.get);
  const isOwn = (each: { deviceId: number }) => each.deviceId === deviceId;
  const ownBundles = bundles.filter(isOwn);
  return (
    <>
      <JobBar
        deviceId={deviceId}
        progress={progress && isOwn(progress) ? progress : null}
        failures={failures.filter(isOwn)}
        status={status}
      />
      {ownBundles.length > 0 && <UploadPanel deviceId={deviceId} bundles={ownBundles} status={status} />}
    </>
  );
}
