import { deviceSummary } from '@fairwatch/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ApiError } from '../api/api-error.ts';
import { query } from '../api/query.ts';
import { useCurrentPage } from '../router/pages-context.ts';

// Most links lead somewhere: it comes when it is needed.
const MissingDevice = lazy(async () => ({ default: (await import('./missing-device.tsx')).MissingDevice }));

/** The page on screen; in place of a page about a device that cannot be opened, what may have happened to it. */
export function DeviceOutlet() {
  const { page, deviceId } = useCurrentPage();
  const summary = query(deviceSummary, { deviceId: deviceId ?? 0 });
  const { error } = useQuery({ ...summary, ...(deviceId === null && { queryFn: skipToken }) });
  const isAboutDevice = page?.path.includes('$deviceId') === true;
  const code = error instanceof ApiError ? error.code : null;
  const missing = deviceId === null || code === 'device_not_found' || code === 'device_left';
  if (!isAboutDevice || !missing) return <Outlet />;
  return (
    <Suspense>
      <MissingDevice left={code === 'device_left'} />
    </Suspense>
  );
}
