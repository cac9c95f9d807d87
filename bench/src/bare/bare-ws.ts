/** The baseline of the gateway: `ws` that sends the same frames to the same devices, without database or rules. */
import { limits, type DeviceFrame, type GatewayFrame } from '@fairwatch/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import { Driver } from '../core/driver.ts';
import { answerQuestions } from '../core/measured-process.ts';

const devices: WebSocket[] = [];
const say = (socket: WebSocket | undefined, frame: GatewayFrame) => socket?.send(JSON.stringify(frame));
const expiresAt = new Date().toISOString();

const driver = new Driver((deviceId) =>
  say(devices[deviceId], {
    type: 'command',
    commandId: deviceId + 1,
    commandType: 'UPDATE_CONTACTS',
    requestedBy: 'admin',
    expiresAt,
    params: {},
  }),
);

function onMessage(this: WebSocket, data: Buffer): void {
  const frame = JSON.parse(data.toString()) as DeviceFrame;
  if (frame.type === 'result') driver.answered(frame.commandId - 1);
  if (frame.type !== 'hello') return;
  const deviceId = devices.push(this) - 1;
  say(this, {
    type: 'welcome',
    deviceId,
    heartbeatMs: limits.device.heartbeatMs,
    capabilities: ['CONTACTS'],
    paused: false,
  });
}

const server = new WebSocketServer({
  host: '127.0.0.1',
  port: Number(process.env['PORT']),
  perMessageDeflate: false,
  maxPayload: limits.device.maxFrameBytes,
});
server.on('connection', (socket) => socket.on('message', onMessage));
server.on('listening', () => answerQuestions(driver, () => devices.length));
process.once('SIGTERM', () => process.exit(0));
