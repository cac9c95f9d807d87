import { loadInstallation, type OutputOf } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/query.ts';

/** What the server says about itself; undefined until it has. It comes with the shell, so no page waits for it long. */
export function useInstallation(): OutputOf<typeof loadInstallation> | undefined {
  return useQuery(query(loadInstallation, {})).data?.data;
}
