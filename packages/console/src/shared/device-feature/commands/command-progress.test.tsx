import { describe, expect, it } from 'vitest';
import type { Command, DeviceStatus, StepType } from '@fairwatch/contract';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { deviceForTest } from '../device/device-for-test.ts';
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
    expiresAt: '2026-11-15T12:10:00.000Z',
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
    <CommandProgress
      commands={{ ...noCommands, ...commands }}
      own="UPDATE_CONTACTS"
      deviceId={1}
      device={deviceForTest({ status, displayName: 'Mia Berg' })}
    />,
  );
  return box.querySelector('output')?.textContent ?? '';
}

/** The line about a command that has ended, and whether it is shown as a failure. */
function toneOf(newest: Command): [text: string | null, isFailure: boolean] {
  const props = { own: 'UPDATE_CONTACTS', deviceId: 1, device: deviceForTest({ displayName: 'Mia Berg' }) } as const;
  const { box } = mount(<CommandProgress commands={{ ...noCommands, newest }} {...props} />);
  return [box.textContent, box.querySelector('[data-tone=bad]') !== null];
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

  it('says that the person is asked, that they look at it, and until when', () => {
    const until = new Date('2026-11-15T12:10:00.000Z').toLocaleTimeString('en', { timeStyle: 'short' });
    expect(textOf({ open: command('SENT', { phase: 'ASKING', progress: 0 }) })).toBe(
      `Mia Berg is being asked, and has until ${until} to answer.`,
    );
    expect(textOf({ open: command('SENT', { phase: 'SEEN' }) })).toBe(
      `Mia Berg is looking at it, and has until ${until} to answer.`,
    );
    expect(textOf({ open: command('RUNNING', { phase: 'SEEN' }) })).toBe('Receiving...');
  });

  it('says what they answered, which is no failure', () => {
    expect(toneOf(command('DECLINED'))).toEqual(['Mia Berg declined the last update now.', false]);
    expect(toneOf(command('EXPIRED', { phase: 'SEEN' }))).toEqual([
      'Mia Berg did not answer in time. The last update expired now.',
      false,
    ]);
    expect(toneOf(command('EXPIRED', { errorDetails: 'The device was not reached in time.' }))).toEqual([
      'The last update expired now: The device was not reached in time.',
      true,
    ]);
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
    const { box } = mount(
      <CommandProgress commands={commands} own="UPDATE_CONTACTS" deviceId={1} device={deviceForTest()} />,
    );
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
