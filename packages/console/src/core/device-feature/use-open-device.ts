import { deviceSummary, type DeviceSummary } from '@fairwatch/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { query } from '../api/query.ts';
import { useCurrentPage } from '../router/pages-context.ts';

/** The device that the page on screen is about; undefined while it is not known, and on pages about none. */
export function useOpenDevice(): DeviceSummary | undefined {
  const { deviceId } = useCurrentPage();
  const summary = query(deviceSummary, { deviceId: deviceId ?? 0 });
  return useQuery({ ...summary, ...(deviceId === null && { queryFn: skipToken }) }).data?.data;
}
