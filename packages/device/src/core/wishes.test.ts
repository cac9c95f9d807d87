import type { DeviceFrame } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { Wishes } from './wishes.ts';

const grants = (paused: boolean) => ({ type: 'grants' as const, capabilities: [], paused });

function connected(wishes: Wishes): DeviceFrame['type'][] {
  const said: DeviceFrame['type'][] = [];
  wishes.connected(({ type }) => said.push(type));
  return said;
}

describe('what a person wants', () => {
  it('is said one after the other, and waits for a connection', async () => {
    const wishes = new Wishes();
    const pause = wishes.ask({ type: 'pause' }, 'grants');
    const resume = wishes.ask({ type: 'resume' }, 'grants');
    const said = connected(wishes);
    expect(said).toEqual(['pause']);
    wishes.answered(grants(true));
    expect(said).toEqual(['pause', 'resume']);
    wishes.answered(grants(false));
    expect([(await pause).paused, (await resume).paused]).toEqual([true, false]);
  });

  it('is said again when the connection broke before the answer', async () => {
    const wishes = new Wishes();
    connected(wishes);
    const pause = wishes.ask({ type: 'pause' }, 'grants');
    wishes.disconnected();
    expect(connected(wishes)).toEqual(['pause']);
    wishes.answered(grants(true));
    expect((await pause).paused).toBe(true);
  });

  it('fails with the reason when it is refused; a refusal of something else is not its own', async () => {
    const wishes = new Wishes();
    connected(wishes);
    const pause = wishes.ask({ type: 'pause' }, 'grants');
    wishes.refused('rows', 'other');
    wishes.refused(null, 'unreadable');
    wishes.refused('pause', 'Too many changes.');
    await expect(pause).rejects.toThrow('Too many changes.');
  });

  it('tells each change of what is open, but for the end of the device', async () => {
    const told: DeviceFrame['type'][][] = [];
    const wishes = new Wishes(() => told.push(wishes.open.map(({ type }) => type)));
    const answers = Promise.allSettled([
      wishes.ask({ type: 'pause' }, 'grants'),
      wishes.ask({ type: 'leave' }, 'left'),
    ]);
    connected(wishes);
    wishes.answered(grants(true));
    wishes.end('The device has ended.');
    expect(told).toEqual([['pause'], ['pause', 'leave'], ['leave']]);
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('fails when the device ends', async () => {
    const wishes = new Wishes();
    const log = wishes.ask({ type: 'log-request', before: null }, 'log');
    wishes.end('The device has ended.');
    await expect(log).rejects.toThrow('The device has ended.');
  });

  it('is refused once the device has ended, and what was left to say stays so', async () => {
    const told: DeviceFrame['type'][][] = [];
    const wishes = new Wishes(() => told.push(wishes.open.map(({ type }) => type)));
    const leave = wishes.ask({ type: 'leave' }, 'left');
    wishes.end('The device has ended.');
    await expect(leave).rejects.toThrow('The device has ended.');
    await expect(wishes.ask({ type: 'pause' }, 'grants')).rejects.toThrow('The device has ended.');
    expect(told).toEqual([['leave']]);
  });
});
