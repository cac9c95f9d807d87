import { runList, type Run } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../core/api/query.ts';
import { pollRunMs } from './watch-run.ts';

const noRuns: readonly Run[] = [];

/** The runs of a device that have not ended, newest first, among those that the admin sees. */
export function useDeviceRuns(deviceId: number): readonly Run[] {
  const { data } = useQuery({
    ...query(runList, { filter: { deviceId, state: 'RUNNING' } }),
    refetchInterval: ({ state }) => (state.data?.data.length ? pollRunMs : false),
  });
  return data?.data ?? noRuns;
}
