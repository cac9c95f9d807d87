/** The baseline of live views: `ws` that sends each message of `/device/N` on to `/viewer/N`, without rules. */
import { limits } from '@fairwatch/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import { Driver } from '../core/driver.ts';
import { answerQuestions } from '../core/measured-process.ts';

const viewers = new Map<string, WebSocket>();
const server = new WebSocketServer({
  host: '127.0.0.1',
  port: Number(process.env['PORT']),
  perMessageDeflate: false,
  maxPayload: limits.device.maxFrameBytes,
});
server.on('connection', (socket, { url = '' }) => {
  const [, kind, number = ''] = url.split('/');
  if (kind === 'viewer') viewers.set(number, socket);
  else socket.on('message', (data: Buffer) => viewers.get(number)?.send(data, { binary: true }));
});
server.on('listening', () => answerQuestions(new Driver(() => undefined), () => server.clients.size));
process.once('SIGTERM', () => process.exit(0));
