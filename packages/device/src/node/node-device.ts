import { DeviceClient } from '../core/client/device-client.ts';
import type { DeviceClientOptions } from '../core/client/device-options.ts';
import { openDiskFile } from './disk-file.ts';
import { openWsSocket } from './ws-socket.ts';

/** The options that Node provides; tests may override them. */
type FromNode = 'openSocket' | 'openPath';
export type NodeDeviceOptions = Omit<DeviceClientOptions, FromNode> & Partial<Pick<DeviceClientOptions, FromNode>>;

/** A device client on Node: sockets by `ws`, files from the disk. */
export function createNodeDevice(options: NodeDeviceOptions): DeviceClient {
  return new DeviceClient({ openSocket: openWsSocket, openPath: openDiskFile, ...options });
}
