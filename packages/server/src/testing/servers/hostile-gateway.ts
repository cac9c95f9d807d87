import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { capabilityNames, type CommandType, type DeviceFrame, type GatewayFrame } from '@fairwatch/contract';
import { WebSocketServer, type WebSocket } from 'ws';

/** Starts a gateway that checks nothing, like a compromised server, to test what the device refuses by itself. */
export async function startHostileGateway() {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  const connected = Promise.withResolvers<WebSocket>();
  const ends = new Map<number, (frame: DeviceFrame) => void>();
  let latest = 0;
  sockets.on('connection', (socket) => {
    const say = (frame: GatewayFrame) => socket.send(JSON.stringify(frame));
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as DeviceFrame;
      if (frame.type === 'hello') {
        say({ type: 'welcome', deviceId: 1, heartbeatMs: 60_000, capabilities: [...capabilityNames], paused: false });
        connected.resolve(socket);
      } else if (frame.type === 'failed' || frame.type === 'result') ends.get(frame.commandId)?.(frame);
    });
  });
  return {
    url: `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`,
    /** Sends a command with any parameters and returns the device's final frame. */
    async command(commandType: CommandType, params: Record<string, unknown>): Promise<DeviceFrame> {
      const socket = await connected.promise;
      const commandId = (latest += 1);
      const end = new Promise<DeviceFrame>((resolve) => ends.set(commandId, resolve));
      const expiresAt = new Date(Date.now() + 60_000).toISOString();
      const frame: GatewayFrame = { type: 'command', commandId, commandType, requestedBy: 'x', expiresAt, params };
      socket.send(JSON.stringify(frame));
      return await end;
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await once(sockets, 'close');
    },
  };
}
