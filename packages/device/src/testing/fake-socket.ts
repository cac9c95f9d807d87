import type { DeviceFrame, GatewayFrame } from '@fairwatch/contract';
import type { DeviceSocket, OpenSocket, SocketHandlers } from '../core/connection/device-socket.ts';

/** Sockets without a network: the test sends the server's frames, and reads those of the device. */
export function fakeSockets({ canPing }: { canPing: boolean }) {
  const opened: FakeSocket[] = [];
  const openSocket: OpenSocket = (_, handlers) => {
    const socket = new FakeSocket(handlers);
    opened.push(socket);
    return canPing ? Object.assign(socket, { ping: () => void (socket.pings += 1) }) : socket;
  };
  return { opened, openSocket };
}

class FakeSocket implements DeviceSocket {
  readonly sent: DeviceFrame[] = [];
  readonly sentBytes: Uint8Array[] = [];
  /** How many bytes the device is told that wait. */
  buffered = 0;
  readonly handlers: SocketHandlers;
  pings = 0;
  isTerminated = false;

  constructor(handlers: SocketHandlers) {
    this.handlers = handlers;
  }

  async send(text: string): Promise<boolean> {
    this.sent.push(JSON.parse(text) as DeviceFrame);
    return true;
  }

  sendBytes(bytes: Uint8Array): boolean {
    this.sentBytes.push(bytes);
    return true;
  }

  close(code: number): void {
    this.handlers.onClose(code);
  }

  terminate(): void {
    this.isTerminated = true;
    this.handlers.onClose(1006);
  }

  hear(frame: GatewayFrame): void {
    this.handlers.onText(JSON.stringify(frame));
  }

  welcome(heartbeatMs = 1000): void {
    this.handlers.onOpen();
    this.hear({ type: 'welcome', deviceId: 1, heartbeatMs, capabilities: ['CONTACTS'], paused: false });
  }

  /** How often the device sent a frame of this type. */
  count(type: DeviceFrame['type']): number {
    return this.sent.filter((frame) => frame.type === type).length;
  }
}
