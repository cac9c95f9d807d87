import { once } from 'node:events';
import { deviceSocketPath, noticeVersion, type DeviceFrame, type GatewayFrame } from '@fairwatch/contract';
import { WebSocket } from 'ws';
import { firstEvent } from '../core/first-event.ts';

type Hello = Extract<DeviceFrame, { type: 'hello' }>;

const facts: Hello['facts'] = {
  name: 'Raw',
  model: 'Model',
  osName: 'Android',
  osVersion: '16',
  appName: 'Fairwatch',
  appVersion: '1.0.20',
};

/** A device's socket at one server, on which the scenario sends every frame itself. */
export class RawDevice {
  readonly #socket: WebSocket;
  readonly #frames: GatewayFrame[] = [];

  constructor(url: string) {
    this.#socket = new WebSocket(new URL(deviceSocketPath, url.replace('http', 'ws')), { perMessageDeflate: false });
    this.#socket.on('message', (data) => void this.#frames.push(JSON.parse(String(data)) as GatewayFrame));
    this.#socket.on('error', () => undefined);
  }

  /** Says hello, and waits for the welcome. */
  async hello(token: string): Promise<void> {
    if (this.#socket.readyState !== WebSocket.OPEN) await once(this.#socket, 'open');
    await this.send({ type: 'hello', token, facts, noticeVersion });
    await this.next('welcome');
  }

  /** Resolves once the bytes are with the operating system. */
  send(frame: DeviceFrame): Promise<void> {
    return new Promise((resolve) => this.#socket.send(JSON.stringify(frame), () => resolve()));
  }

  /** Sends a binary message, such as a picture of a live view. */
  sendBytes(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#socket.send(bytes, () => resolve()));
  }

  /** Waits for the next frame of a type. Throws when the socket closes before. */
  async next<Type extends GatewayFrame['type']>(
    type: Type,
    withinMs = 60_000,
  ): Promise<Extract<GatewayFrame, { type: Type }>> {
    const signal = AbortSignal.timeout(withinMs);
    for (;;) {
      const place = this.#frames.findIndex((frame) => frame.type === type);
      if (place >= 0) return this.#frames.splice(place, 1)[0] as Extract<GatewayFrame, { type: Type }>;
      if (this.#socket.readyState === WebSocket.CLOSED)
        throw new Error(`The socket closed before a ${type} frame came.`);
      await firstEvent(this.#socket, ['message', 'close'], signal);
    }
  }

  /** Ends the connection without a closing handshake. */
  drop(): void {
    this.#socket.terminate();
  }
}
