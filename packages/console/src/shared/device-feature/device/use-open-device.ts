import { deviceSummary, type DeviceSummary } from '@fairwatch/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import { useCurrentPage } from '../../../core/router/pages-context.ts';

/** The device of the current page; undefined while it is loading, and on pages without a device. */
export function useOpenDevice(): DeviceSummary | undefined {
  const { deviceId } = useCurrentPage();
  const summary = query(deviceSummary, { deviceId: deviceId ?? 0 });
  return useQuery({ ...summary, ...(deviceId === null && { queryFn: skipToken }) }).data?.data;
}
