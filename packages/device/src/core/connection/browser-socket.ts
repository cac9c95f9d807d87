import { abnormalClosure, handshakeTimeoutMs, type DeviceSocket, type OpenSocket } from './device-socket.ts';

/** A sender waits while more than this many bytes are buffered. */
const highWaterMark = 256 * 1024;
/** Browsers have no event for a buffer that has drained. */
const drainPollMs = 25;
/** A dead line may take minutes to report that it is closed. */
const closeTimeoutMs = 3000;

/** Opens the platform's own WebSocket: in browsers, and in Node since version 22. */
export const openBrowserSocket: OpenSocket = (url, handlers) => {
  let socket: WebSocket;
  try {
    socket = new WebSocket(url);
  } catch {
    // The browser may refuse to open it, for instance `ws://` from a page with TLS.
    queueMicrotask(() => handlers.onClose(abnormalClosure));
    return closedSocket;
  }
  let isOver = false;
  const isOpen = () => !isOver && socket.readyState === WebSocket.OPEN;
  const handshake = setTimeout(() => terminate(), handshakeTimeoutMs);

  function end(code: number): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(handshake);
    handlers.onClose(code);
  }

  /** Closes the socket without waiting, since browsers have no way to terminate one. */
  function terminate(): void {
    socket.close();
    end(abnormalClosure);
  }

  socket.addEventListener('open', () => {
    clearTimeout(handshake);
    if (!isOver) handlers.onOpen();
  });
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    if (!isOver && typeof data === 'string') handlers.onText(data);
  });
  // Every `error` is followed by `close`.
  socket.addEventListener('close', ({ code }) => end(code));

  return {
    async send(text) {
      if (!isOpen()) return false;
      socket.send(text);
      while (isOpen() && socket.bufferedAmount > highWaterMark) {
        await new Promise((resolve) => setTimeout(resolve, drainPollMs));
      }
      return isOpen();
    },
    sendBytes(bytes) {
      if (!isOpen()) return false;
      socket.send(bytes);
      return true;
    },
    get buffered() {
      return socket.bufferedAmount;
    },
    close(code) {
      if (isOver) return;
      socket.close(code);
      const timer = setTimeout(() => end(abnormalClosure), closeTimeoutMs);
      socket.addEventListener('close', () => clearTimeout(timer), { once: true });
    },
    terminate,
  };
};

const closedSocket: DeviceSocket = {
  send: async () => false,
  sendBytes: () => false,
  buffered: 0,
  close: () => undefined,
  terminate: () => undefined,
};
