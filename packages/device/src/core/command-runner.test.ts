import type { Capability } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { createCommandRunner } from './command-runner.ts';

const row = { key: '1', name: 'Anna', phoneNumber: '', email: '', address: '' };

function command(commandId: number) {
  return {
    type: 'command',
    commandId,
    commandType: 'UPDATE_CONTACTS',
    requestedBy: 'maria',
    expiresAt: '2030-01-01T00:00:00.000Z',
  } as const;
}

function runner(granted: Capability[] = ['CONTACTS']) {
  const collect = vi.fn<() => Promise<(typeof row)[]>>(async () => [row]);
  const lines: string[] = [];
  const run = createCommandRunner({
    collectors: { contacts: collect },
    granted: () => granted,
    log: (line) => lines.push(line),
  });
  return { run, collect, lines };
}

describe('a command', () => {
  it('runs once, however often it is repeated', async () => {
    const { run, collect } = runner();
    const answers = await Promise.all([run(command(1)), run(command(1))]);
    expect(await run(command(1))).toBe(answers[0]);
    expect(collect).toHaveBeenCalledTimes(1);
    await run(command(2));
    expect(collect).toHaveBeenCalledTimes(2);
  });

  it('is refused when its capability is not granted', async () => {
    const { run, collect, lines } = runner(['LOCATION']);
    expect(await run(command(1))).toEqual({ failed: 'The person using this device does not share Contacts.' });
    expect(collect).not.toHaveBeenCalled();
    expect(lines).toEqual(['maria asked for Contacts: refused, not shared']);
  });

  it('fails when the device does not have that kind of data', async () => {
    const run = createCommandRunner({ collectors: {}, granted: () => ['CONTACTS'], log: () => {} });
    expect(await run(command(1))).toEqual({ failed: 'This device has no Contacts.' });
  });

  it('fails with the reason of what was thrown, and shows who asked', async () => {
    const { run, collect, lines } = runner();
    collect.mockRejectedValueOnce(new Error('The address book is locked.'));
    expect(await run(command(1))).toEqual({ failed: 'The address book is locked.' });
    await run(command(2));
    expect(lines).toEqual([
      'maria asked for Contacts: failed, The address book is locked.',
      'maria asked for Contacts: shared 1',
    ]);
  });
});
