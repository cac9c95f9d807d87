/** Devices that answer every Update with as much data as the limits allow. On "finish" half of them disconnect. */
import { readFileSync } from 'node:fs';
import { deviceSocketPath, limits, type GatewayFrame } from '@fairwatch/contract';
import { WebSocket } from 'ws';

const [url = '', stateFile = '', first = '0', count = '0'] = process.argv.slice(2);
const { phones } = JSON.parse(readFileSync(stateFile, 'utf8')) as { phones: Record<string, { token: string }> };
const { bytesPerCommand, maxFrameBytes, rowsPerCommand } = limits.device;
const rowsPerFrame = 400;
const facts = { name: 'Phone', model: 'Model', osName: 'Android', osVersion: '16', appName: 'Bench', appVersion: '1' };

/** The largest frame, with room for the number of the batch in front of every key. */
const address = 'x'.repeat(Math.floor(maxFrameBytes / rowsPerFrame) - 80);
const rows = Array.from({ length: rowsPerFrame }, (_, place) =>
  JSON.stringify({ key: `#-${place}`, name: 'N', phoneNumber: '1', email: 'e', address }),
);
const template = `"rows":[${rows.join(',')}]}`.split('#');
const mostBatches = Math.floor(Math.min(rowsPerCommand / rowsPerFrame, bytesPerCommand / maxFrameBytes));

let finishing = false;
process.on('message', () => (finishing = true));

function connect(place: number): void {
  const socket = new WebSocket(new URL(deviceSocketPath, url.replace('http', 'ws')), { perMessageDeflate: false });
  const say = (frame: object) => socket.send(JSON.stringify(frame));
  socket.on('error', () => undefined);
  socket.on('open', () => say({ type: 'hello', token: phones[place]?.token, facts }));
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as GatewayFrame;
    if (frame.type === 'command') flood(frame.commandId, 0);
  });
  const timer = setInterval(() => socket.ping(), limits.device.heartbeatMs);
  socket.on('close', () => clearInterval(timer));

  function flood(commandId: number, batch: number): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (finishing && place % 2 === 0) return socket.terminate();
    if (finishing) return say({ type: 'result', commandId, batches: batch });
    if (batch === mostBatches) return void setTimeout(flood, 100, commandId, batch);
    const text = `{"type":"rows","commandId":${commandId},"batch":${batch},${template.join(String(batch))}`;
    socket.send(text, () => flood(commandId, batch + 1));
  }
}

for (let place = Number(first); place < Number(first) + Number(count); place += 1) connect(place);
