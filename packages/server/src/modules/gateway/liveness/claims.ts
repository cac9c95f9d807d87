import type { DeviceConnection } from '../../../shared/device-connection.ts';
import { claimDevices, findDisplaced } from '../../../shared/presence/presence.store.ts';
import type { Services } from '../../../shared/services/services.ts';
import { tryAgainLater, type DeviceSocket } from '../device-socket.ts';

/** Keeps the connections of this server and the database in agreement about which devices are here. */
export interface Claims {
  /** Closes a connection whose device has connected to another server since. The device does not become offline by it. */
  closeMoved(connection: DeviceConnection): void;
  /** Lists all devices that are connected here as online again, after other servers took this one for dead. */
  claimAll(): Promise<void>;
  /** Finds connections that the database does not have here, and claims or closes them; null looks at all of them. */
  reconcile(deviceIds: readonly number[] | null): Promise<void>;
  /** Closes all connections without a word to the database, which cannot be reached. */
  letAllGo(): void;
}

interface ClaimsOptions {
  onForgotten(socket: DeviceSocket): void;
  publishOnline(deviceIds: readonly number[]): void;
}

/** `claimAll` and `reconcile` must not run beside other writes of presence, which might be about the same devices. */
export function createClaims(
  { db, log, server }: Services,
  online: Map<number, DeviceSocket>,
  { onForgotten, publishOnline }: ClaimsOptions,
): Claims {
  /** Closes a connection whose device is not listed as online here any more, so nothing is stored about its end. */
  function forget(socket: DeviceSocket, reason: string): void {
    onForgotten(socket);
    online.delete(socket.deviceId);
    socket.disconnect(tryAgainLater, reason);
  }

  function closeMoved({ deviceId, epoch }: DeviceConnection): void {
    const socket = online.get(deviceId);
    if (socket?.epoch !== epoch) return;
    log.debug({ event: 'presence.device_moved', deviceId }, 'A device has connected to another server');
    forget(socket, 'moved');
  }

  async function claim(connections: readonly DeviceConnection[]): Promise<void> {
    if (connections.length === 0) return;
    const claimed = await claimDevices(db, server.id, connections);
    const kept = new Set(claimed);
    for (const connection of connections) if (!kept.has(connection.deviceId)) closeMoved(connection);
    publishOnline(claimed);
  }

  return {
    closeMoved,
    claimAll: () => claim(Array.from(online.values(), connectionOf)),

    async reconcile(deviceIds) {
      const sockets = deviceIds === null ? [...online.values()] : deviceIds.flatMap((id) => online.get(id) ?? []);
      if (sockets.length === 0) return;
      const connections = new Map(sockets.map((socket) => [socket.deviceId, connectionOf(socket)]));
      const displaced = await findDisplaced(db, server.id, [...connections.values()]);
      await claim(displaced.flatMap((deviceId) => connections.get(deviceId) ?? []));
    },

    letAllGo() {
      const gone = Array.from(online.keys());
      for (const socket of online.values()) forget(socket, 'the server cannot take devices now');
      publishOnline(gone);
    },
  };
}

/** The connection of a socket, without the rest of it. */
function connectionOf({ deviceId, epoch }: DeviceConnection): DeviceConnection {
  return { deviceId, epoch };
}
