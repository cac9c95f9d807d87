import { once } from 'node:events';
import {
  consoleSocketMessage,
  consoleSocketPath,
  pingReplyPrefix,
  type ConsoleSocketMessage,
} from '@fairwatch/contract';
import { WebSocket } from 'ws';
import type { TestAdmin, TestServer } from './test-server.ts';

/** An open console that keeps what it is told. */
export async function openConsole({ url }: Pick<TestServer, 'url'>, { token }: Pick<TestAdmin, 'token'>) {
  const address = new URL(consoleSocketPath, url.replace('http', 'ws'));
  address.search = new URLSearchParams({ token, userType: 'ADMIN' }).toString();
  const socket = new WebSocket(address);
  const told: ConsoleSocketMessage[] = [];
  const replies: string[] = [];
  const keep = (message: ConsoleSocketMessage) => {
    // How the server itself is doing is told to everyone, at a moment of its own.
    const sampled = message.messageType === 'CHANGED' && message.feature === 'figures' && message.deviceId === null;
    if (!sampled) told.push(message);
  };
  socket.on('message', (data) => {
    const text = String(data);
    if (text.startsWith(pingReplyPrefix)) replies.push(text);
    else keep(consoleSocketMessage.parse(JSON.parse(text)));
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  // Whoever is refused learns it below.
  closed.catch(() => {});
  await once(socket, 'open');
  /** Whether it was told that this changed. */
  const heard = (feature: string) =>
    told.some((message) => message.messageType === 'CHANGED' && message.feature === feature);
  return { socket, told, replies, heard, closed };
}
