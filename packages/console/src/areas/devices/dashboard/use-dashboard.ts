import { activeRanges, dashboard, systemRanges, type ActiveRange, type SystemRange } from '@fairwatch/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';

/** Loads the metrics for the time ranges in the URL. */
export function useDashboard() {
  const { raw, patch } = useUrlSearch();
  const activeRange = activeRanges.find((range) => range === raw['active']) ?? 'DAY';
  const systemRange = systemRanges.find((range) => range === raw['server']) ?? 'DAY';
  const result = useQuery({
    ...query(dashboard, { activeRange, systemRange }),
    // The chart of the old range stays until the new one is loaded.
    placeholderData: keepPreviousData,
  });
  return {
    metrics: result.data?.data,
    readAt: result.dataUpdatedAt,
    error: result.data === undefined ? result.error : null,
    refetch: result.refetch,
    activeRange,
    systemRange,
    showActive: (active: ActiveRange) => patch({ active: active === 'DAY' ? undefined : active }),
    showSystem: (server: SystemRange) => patch({ server: server === 'DAY' ? undefined : server }),
  };
}
