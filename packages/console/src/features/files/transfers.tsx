import type { DeviceStatus } from '@fairwatch/contract';
import { useSyncExternalStore } from 'react';
import { fileJobs } from './file-jobs.ts';
import { JobBar } from './job-bar.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { uploads } from './uploads.ts';

interface TransfersProps {
  deviceId: number;
  /** Undefined while it is not known. */
  status: DeviceStatus | undefined;
}

/** What goes to and from a device at the moment. */
export function Transfers({ deviceId, status }: TransfersProps) {
  const bundles = useSyncExternalStore(uploads.store.subscribe, uploads.store.get);
  const line = useSyncExternalStore(fileJobs.line.subscribe, fileJobs.line.get);
  const failures = useSyncExternalStore(fileJobs.failures.subscribe, fileJobs.failures.get);
  const isOwn = (each: { deviceId: number }) => each.deviceId === deviceId;
  const own = bundles.filter(isOwn);
  return (
    <>
      <JobBar
        deviceId={deviceId}
        line={line && isOwn(line) ? line : null}
        failures={failures.filter(isOwn)}
        status={status}
      />
      {own.length > 0 && <UploadPanel deviceId={deviceId} bundles={own} status={status} />}
    </>
  );
}
