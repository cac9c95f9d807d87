import { startRun, type DeviceSelection, type Endpoint, type Run, type RunAction } from '@fairwatch/contract';
import { admitCalls } from '../../core/api/device-gate.ts';
import { call } from '../../core/api/client.ts';
import { createClientId } from '../../core/api/client-id.ts';
import { refetchChanged } from '../changes/refetch-changed.ts';

interface DeviceRun {
  deviceId: number;
  action: RunAction;
  /** The endpoints of the single commands that the run consists of: the reason that the owner's policy wants is asked before it starts. */
  uses: readonly Endpoint[];
  /** Kept by the caller to repeat a request that may have arrived; a new one by default. */
  clientId?: string;
}

/** Starts a run on one device. The server carries it out, whether or not this tab stays open. */
export async function startDeviceRun({ deviceId, action, uses, clientId }: DeviceRun): Promise<Run> {
  await admitCalls(uses.map((endpoint) => ({ endpoint, input: { deviceId }, signal: undefined })));
  const selection: DeviceSelection = { by: 'DEVICES', deviceIds: [deviceId] };
  const { data } = await call(startRun, { clientId: clientId ?? createClientId(), selection, action });
  void refetchChanged('runs');
  void refetchChanged('commands', deviceId);
  return data;
}
