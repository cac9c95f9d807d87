import { WebSocket } from 'ws';
import { handshakeTimeoutMs, type OpenSocket } from '../core/connection/device-socket.ts';

/** Opens a socket with `ws`, which can ping and can terminate a dead connection at once. */
export const openWsSocket: OpenSocket = (url, handlers) => {
  const socket = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: handshakeTimeoutMs });
  socket.on('open', handlers.onOpen);
  socket.on('message', (data) => handlers.onText(String(data)));
  socket.on('pong', handlers.onPong);
  // Every `error` is followed by `close`, which is handled.
  socket.on('error', () => undefined);
  socket.on('close', handlers.onClose);
  return {
    send: (text) =>
      new Promise((resolve) => {
        if (socket.readyState !== WebSocket.OPEN) resolve(false);
        else socket.send(text, (error) => resolve(!error));
      }),
    sendBytes: (bytes) => {
      if (socket.readyState !== WebSocket.OPEN) return false;
      // What cannot be sent is followed by `close`.
      socket.send(bytes, () => undefined);
      return true;
    },
    get buffered() {
      return socket.bufferedAmount;
    },
    ping: () => socket.ping(),
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
  };
};
