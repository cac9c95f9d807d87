import { describe, expect, it } from 'vitest';
import type { Command, DeviceStatus, StepType } from '@fairwatch/contract';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { CommandProgress } from './command-progress.tsx';
import { commandTypeText, endOf } from './command-texts.ts';
import type { FeatureCommands } from './use-commands.ts';

const noCommands: FeatureCommands = { open: null, newest: null, newestDone: null, known: true };

function command(stepType: StepType, change: Partial<Command> = {}): Command {
  const createdAt = new Date().toISOString();
  return {
    id: 1,
    commandTypeEnum: 'UPDATE_CONTACTS',
    stepType,
    createdAt,
    userResponseTime: null,
    errorDetails: null,
    requestedBy: 'admin',
    details: {},
    progress: null,
    phase: null,
    runId: null,
    ...change,
  };
}

function textOf(commands: Partial<FeatureCommands>, status: DeviceStatus = 'Online'): string {
  const { box } = mount(
    <CommandProgress commands={{ ...noCommands, ...commands }} own="UPDATE_CONTACTS" deviceId={1} status={status} />,
  );
  return box.querySelector('output')?.textContent ?? '';
}

describe('the line under a device page’s title', () => {
  it('says what the open command waits for', () => {
    expect(textOf({ open: command('QUEUED') }, 'Offline')).toBe('Waiting for the device... It is offline.');
    expect(textOf({ open: command('QUEUED') }, 'Reachable')).toBe(
      'Waiting for the device... Its page is closed; a push asks its person to open it.',
    );
    expect(textOf({ open: command('SENT') })).toBe('Waiting for the device...');
    expect(textOf({ open: command('RUNNING') })).toBe('Receiving...');
  });

  it('says how fresh the data is', () => {
    expect(textOf({})).toBe('Not updated yet');
    expect(textOf({ newest: command('DONE'), newestDone: command('DONE') })).toBe('Last updated now');
    expect(textOf({ newest: command('CANCELLED'), newestDone: command('DONE') })).toBe('Last updated now');
  });

  it('says why the last update failed', () => {
    const failed = command('FAILED', { errorDetails: 'No permission.' });
    expect(textOf({ newest: failed, newestDone: command('DONE') })).toBe('The last update failed now: No permission.');
    expect(textOf({ newest: command('EXPIRED') })).toContain('expired');
  });

  it('shows the progress of the device outside of the live region', () => {
    const commands = { ...noCommands, open: command('RUNNING', { progress: 40 }) };
    const { box } = mount(<CommandProgress commands={commands} own="UPDATE_CONTACTS" deviceId={1} status="Online" />);
    const bar = box.querySelector('progress');
    expect(bar?.getAttribute('value')).toBe('40');
    expect(bar?.getAttribute('aria-label')).toBe('How far the device is');
    expect(box.textContent).toContain('40 %');
    expect(box.querySelector('output')?.textContent).toBe('Receiving...');
  });

  it('is empty while the commands are loading', () => {
    expect(textOf({ known: false })).toBe('');
  });
});

it('formats a command type as text, and computes its end from the response time', () => {
  expect(commandTypeText('UPDATE_CONTACTS')).toBe('Update contacts');
  const done = command('DONE', { createdAt: '2026-11-15T12:00:00.000Z', userResponseTime: 1500 });
  expect(endOf(done)).toBe('2026-11-15T12:00:01.500Z');
});
