import { deviceSummary } from '@fairwatch/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ApiError } from '../../../core/api/api-error.ts';
import { query } from '../../../core/api/query.ts';
import { useCurrentPage } from '../../../core/router/pages-context.ts';

// Lazy, because few links lead to a missing device.
const MissingDevice = lazy(async () => ({ default: (await import('./missing-device.tsx')).MissingDevice }));

/** Renders the current page, or an explanation when the page is about a device that cannot be opened. */
export function DeviceOutlet() {
  const { page, deviceId } = useCurrentPage();
  const summary = query(deviceSummary, { deviceId: deviceId ?? 0 });
  const { error } = useQuery({ ...summary, ...(deviceId === null && { queryFn: skipToken }) });
  const isAboutDevice = page?.path.includes('$deviceId') === true;
  const code = error instanceof ApiError ? error.code : null;
  const isMissing = deviceId === null || code === 'device_not_found' || code === 'device_left';
  if (!isAboutDevice || !isMissing) return <Outlet />;
  return (
    <Suspense>
      <MissingDevice left={code === 'device_left'} />
    </Suspense>
  );
}
