import type { DeviceFrame } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { RequestQueue } from './request-queue.ts';

const grants = (paused: boolean) => ({ type: 'grants' as const, capabilities: [], paused });

function connected(requests: RequestQueue): DeviceFrame['type'][] {
  const sent: DeviceFrame['type'][] = [];
  requests.connected(({ type }) => sent.push(type));
  return sent;
}

describe('a request of the person', () => {
  it('is sent one after the other, and waits for a connection', async () => {
    const requests = new RequestQueue();
    const pause = requests.ask({ type: 'pause' }, 'grants');
    const resume = requests.ask({ type: 'resume' }, 'grants');
    const sent = connected(requests);
    expect(sent).toEqual(['pause']);
    requests.answered(grants(true));
    expect(sent).toEqual(['pause', 'resume']);
    requests.answered(grants(false));
    expect([(await pause).paused, (await resume).paused]).toEqual([true, false]);
  });

  it('is sent again when the connection broke before the answer', async () => {
    const requests = new RequestQueue();
    connected(requests);
    const pause = requests.ask({ type: 'pause' }, 'grants');
    requests.disconnected();
    expect(connected(requests)).toEqual(['pause']);
    requests.answered(grants(true));
    expect((await pause).paused).toBe(true);
  });

  it('fails with the reason when it is refused; a refusal of something else is not its own', async () => {
    const requests = new RequestQueue();
    connected(requests);
    const pause = requests.ask({ type: 'pause' }, 'grants');
    requests.refused('rows', 'other');
    requests.refused(null, 'unreadable');
    requests.refused('pause', 'Too many changes.');
    await expect(pause).rejects.toThrow('Too many changes.');
  });

  it('tells each change of what is open, but for the end of the device', async () => {
    const told: DeviceFrame['type'][][] = [];
    const requests = new RequestQueue(() => told.push(requests.open.map(({ type }) => type)));
    const answers = Promise.allSettled([
      requests.ask({ type: 'pause' }, 'grants'),
      requests.ask({ type: 'leave' }, 'left'),
    ]);
    connected(requests);
    requests.answered(grants(true));
    requests.end('The device has ended.');
    expect(told).toEqual([['pause'], ['pause', 'leave'], ['leave']]);
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('fails when the device ends', async () => {
    const requests = new RequestQueue();
    const log = requests.ask({ type: 'log-request', before: null }, 'log');
    requests.end('The device has ended.');
    await expect(log).rejects.toThrow('The device has ended.');
  });

  it('is refused once the device has ended, and what was open before stays open', async () => {
    const told: DeviceFrame['type'][][] = [];
    const requests = new RequestQueue(() => told.push(requests.open.map(({ type }) => type)));
    const leave = requests.ask({ type: 'leave' }, 'left');
    requests.end('The device has ended.');
    await expect(leave).rejects.toThrow('The device has ended.');
    await expect(requests.ask({ type: 'pause' }, 'grants')).rejects.toThrow('The device has ended.');
    expect(told).toEqual([['leave']]);
  });
});
