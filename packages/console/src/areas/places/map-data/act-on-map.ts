import {
  loadMapData,
  type cancelMapData,
  type fetchMapData,
  type InputOf,
  type removeMapData,
} from '@fairwatch/contract';
import { textOfError } from '../../../core/api/api-error.ts';
import { call } from '../../../core/api/client.ts';
import { query, queryClient } from '../../../core/api/query.ts';
import { toast } from '../../../core/toast/toast.tsx';

type Act = typeof cancelMapData | typeof fetchMapData | typeof removeMapData;

/** Changes the map of the installation, and shows what the server answers. */
export async function actOnMap<Endpoint extends Act>(endpoint: Endpoint, input: InputOf<Endpoint>): Promise<void> {
  try {
    queryClient.setQueryData(query(loadMapData, {}).queryKey, await call<Act>(endpoint, input));
  } catch (error) {
    toast.error(textOfError(error));
  }
}
