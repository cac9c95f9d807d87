import { once } from 'node:events';
import {
  consoleSocketMessage,
  consoleSocketPath,
  pingReplyPrefix,
  type ConsoleSocketMessage,
  type ChangedFeature,
} from '@fairwatch/contract';
import { WebSocket } from 'ws';
import type { TestAdmin, TestServer } from './servers/test-server.ts';

/** Opens a console socket and collects its messages. */
export async function openConsole({ url }: Pick<TestServer, 'url'>, { token }: Pick<TestAdmin, 'token'>) {
  const address = new URL(consoleSocketPath, url.replace('http', 'ws'));
  address.search = new URLSearchParams({ token, userType: 'ADMIN' }).toString();
  const socket = new WebSocket(address);
  const told: ConsoleSocketMessage[] = [];
  const replies: string[] = [];
  const keep = (message: ConsoleSocketMessage) => {
    // Metrics are published to everyone at their own times, so they are ignored.
    const sampled = message.messageType === 'CHANGED' && message.feature === 'figures' && message.deviceId === null;
    if (!sampled) told.push(message);
  };
  socket.on('message', (data) => {
    const text = String(data);
    if (text.startsWith(pingReplyPrefix)) replies.push(text);
    else keep(consoleSocketMessage.parse(JSON.parse(text)));
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  // A refused connection is reported below.
  closed.catch(() => {});
  await once(socket, 'open');
  /** True when a change of this feature was received. */
  const heard = (feature: ChangedFeature) =>
    told.some((message) => message.messageType === 'CHANGED' && message.feature === feature);
  return { socket, told, replies, heard, closed };
}
