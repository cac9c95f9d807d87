/** The events of a socket. None of these is called before `OpenSocket` has returned. */
export interface SocketHandlers {
  onOpen(): void;
  onText(text: string): void;
  /** The answer to `ping` arrived. */
  onPong(): void;
  /** Called once, whatever ended the socket; `code` is the WebSocket close code, 1006 when there was none. */
  onClose(code: number): void;
}

/** A WebSocket of any platform. */
export interface DeviceSocket {
  /** Resolves once the socket can take more, so that a slow network slows the sender down; false when it is not open. */
  send(text: string): Promise<boolean>;
  /** Sends one binary message without waiting; false when it is not open. The caller looks at `buffered` before. */
  sendBytes(bytes: Uint8Array<ArrayBuffer>): boolean;
  /** How many bytes are not sent yet. */
  readonly buffered: number;
  /** Sends a ping of the WebSocket protocol. Left out where the platform has none, as in browsers. */
  ping?(): void;
  /** Starts the closing handshake. */
  close(code: number): void;
  /** Ends it at once, for a peer that no longer answers. */
  terminate(): void;
}

/** Opens a socket. It does not throw: on failure it calls `onClose`. */
export type OpenSocket = (url: URL, handlers: SocketHandlers) => DeviceSocket;

/** How long the peer may take to open a socket. */
export const handshakeTimeoutMs = 10_000;

/** The close code for a socket that ended without a closing handshake (RFC 6455, 7.4.1). */
export const abnormalClosure = 1006;
