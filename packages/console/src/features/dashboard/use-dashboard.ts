import { activeRanges, dashboard, systemRanges, type ActiveRange, type SystemRange } from '@fairwatch/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../core/api/query.ts';
import { useUrlSearch } from '../../core/components/use-list-search.ts';

/** The figures, and how far back they go; the ranges live in the URL. */
export function useDashboard() {
  const { raw, patch } = useUrlSearch();
  const activeRange = activeRanges.find((range) => range === raw['active']) ?? 'DAY';
  const systemRange = systemRanges.find((range) => range === raw['server']) ?? 'DAY';
  const asked = useQuery({
    ...query(dashboard, { activeRange, systemRange }),
    // Another range replaces the chart when it is there, instead of emptying the page.
    placeholderData: keepPreviousData,
  });
  return {
    figures: asked.data?.data,
    readAt: asked.dataUpdatedAt,
    error: asked.data === undefined ? asked.error : null,
    refetch: asked.refetch,
    activeRange,
    systemRange,
    showActive: (active: ActiveRange) => patch({ active: active === 'DAY' ? undefined : active }),
    showSystem: (server: SystemRange) => patch({ server: server === 'DAY' ? undefined : server }),
  };
}
