import type { CaptureKind, Command } from '@fairwatch/contract';
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { deviceForTest } from '../device-feature/device/device-for-test.ts';
import { RecorderPanel } from './recorder-panel.tsx';
import type { RecorderState } from './use-recorder.ts';

const command: Command = {
  id: 7,
  commandTypeEnum: 'CAPTURE_VOICE',
  stepType: 'RUNNING',
  createdAt: '2026-11-15T12:00:00.000Z',
  expiresAt: '2026-11-15T12:10:00.000Z',
  userResponseTime: null,
  errorDetails: null,
  requestedBy: 'admin',
  details: {},
  progress: null,
  phase: null,
  runId: null,
};

const quiet = { open: null, newest: null, newestDone: null, known: true };

function recorderOf(kind: CaptureKind, change: Partial<RecorderState> = {}): RecorderState {
  return {
    kind,
    deviceId: 3,
    device: deviceForTest(),
    commands: quiet,
    reason: null,
    refusal: null,
    waitsForCall: false,
    sending: false,
    secondsOf: () => 10,
    start: vi.fn<RecorderState['start']>(),
    ...change,
  } as RecorderState;
}

function draw(recorder: RecorderState): HTMLElement {
  return mount(<RecorderPanel recorder={recorder} />).box;
}

function drawOpen(change: Partial<Command>, more: Partial<RecorderState> = {}): HTMLElement {
  return draw(recorderOf('VOICE', { commands: { ...quiet, open: { ...command, ...change } }, ...more }));
}

const statusText = (box: HTMLElement) => box.querySelector('output')?.textContent;
const step = (box: HTMLElement) => box.querySelector('[aria-current=step]')?.textContent;

async function type(box: HTMLElement, text: string): Promise<void> {
  const field = box.querySelector<HTMLInputElement>('[type=number]');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('starting a recorder', () => {
  it('[SPEC 2.93] takes a photo with the camera that was chosen', async () => {
    const recorder = recorderOf('PHOTO');
    const box = draw(recorder);
    expect([...box.querySelectorAll('fieldset label')].map((label) => label.textContent)).toEqual(['Front', 'Back']);
    await act(async () => box.querySelector<HTMLInputElement>('[value=FRONT]')?.click());
    await press(box, 'Take photo');
    expect(recorder.start).toHaveBeenCalledWith(expect.objectContaining({ camera: 'FRONT' }));
  });

  it('[SPEC 5.7] sends nothing while the time is out of bounds, and goes to the field', async () => {
    const recorder = recorderOf('VIDEO');
    const box = draw(recorder);
    await type(box, '75');
    await press(box, 'Start Recording');
    expect(recorder.start).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(box.querySelector('[type=number]'));
    expect(box.textContent).toContain('Please select a time between 10 and 60 seconds.');
    await type(box, '45');
    await press(box, 'Start Recording');
    expect(recorder.start).toHaveBeenCalledWith({ camera: 'BACK', seconds: 45 });
  });

  it('is disabled with a reason', () => {
    for (const kind of ['VOICE', 'CALL'] as const) {
      const recorder = recorderOf(kind, { reason: 'You have read-only access here.' });
      const button = [...draw(recorder).querySelectorAll('button')].find(({ textContent }) =>
        textContent?.startsWith('Start Recording'),
      );
      button?.click();
      expect(button?.getAttribute('aria-disabled')).toBe('true');
      expect(button?.textContent).toContain('You have read-only access here.');
      expect(recorder.start).not.toHaveBeenCalled();
    }
  });

  it('shows that only a call is missing, and what the person must tell the other party', () => {
    const box = draw(recorderOf('CALL', { reason: 'No call under way', waitsForCall: true }));
    expect(box.textContent).toContain('You can start as soon as one is.');
    expect(box.textContent).toContain('Tell the other party that this call is being recorded.');
    expect(draw(recorderOf('VOICE')).textContent).not.toContain('Tell the other party');
  });

  it('says what the person will see, and how long an unreachable device has', () => {
    const box = draw(recorderOf('VOICE', { device: deviceForTest({ status: 'Offline' }) }));
    expect(box.textContent).toContain('A countdown of 3 seconds with your name, and a Stop button.');
    expect(box.textContent).toContain('It gets the request when it is back, within 10 minutes');
    const closed = draw(recorderOf('VOICE', { device: deviceForTest({ status: 'Reachable' }) }));
    expect(closed.textContent).toContain('A push asks its person to open it within 10 minutes');
  });

  it('shows as text why the device cannot do it at all', () => {
    const refusal = 'A browser cannot record calls.';
    const box = draw(recorderOf('CALL', { reason: refusal, refusal }));
    expect([...box.querySelectorAll('p')].map(({ textContent }) => textContent)).toContain(refusal);
  });
});

describe('a running recorder', () => {
  it('says what is happening at each step', () => {
    const requested = drawOpen({ stepType: 'SENT' });
    expect([step(requested), statusText(requested)]).toEqual(['Asked', 'Waiting for the device.']);
    const asked = drawOpen({ stepType: 'SENT', phase: 'ASKING' });
    expect([step(asked), statusText(asked)]).toEqual([
      'Asked',
      expect.stringMatching(/^anna is being asked, and has until /),
    ]);
    const seen = drawOpen({ stepType: 'SENT', phase: 'SEEN' });
    expect([step(seen), statusText(seen)]).toEqual(['Seen', expect.stringMatching(/^anna is looking at the question/)]);
    const allowed = drawOpen({});
    expect([step(allowed), statusText(allowed)]).toEqual(['Countdown', 'The device begins.']);
    const counting = drawOpen({ phase: 'COUNTDOWN', progress: 0 });
    expect([step(counting), statusText(counting)]).toEqual([
      'Countdown',
      'The person sees the countdown on the device.',
    ]);
    expect(counting.querySelector('progress')).toBeNull();
    const sending = drawOpen({ phase: 'UPLOADING', progress: 40 });
    expect([step(sending), statusText(sending)]).toEqual(['Sending', 'The device is sending it.']);
    expect(sending.textContent).toContain('40 %');
  });

  it('counts the seconds outside of the live region', () => {
    const box = drawOpen({ phase: 'RECORDING', progress: 70 });
    expect([step(box), statusText(box)]).toEqual(['Recording', 'The device is recording.']);
    expect(box.textContent).toContain('7 of 10 s');
    expect(box.querySelector('progress')?.getAttribute('value')).toBe('70');
    const reloaded = drawOpen({ phase: 'RECORDING', progress: 70 }, { secondsOf: () => null });
    expect(reloaded.textContent).toContain('70 %');
  });

  it('says how long an unreachable device has', () => {
    const box = drawOpen({ stepType: 'QUEUED' }, { device: deviceForTest({ status: 'Offline' }) });
    expect(statusText(box)).toMatch(/offline. It has until .*10.* to come back/);
    const closed = drawOpen({ stepType: 'QUEUED' }, { device: deviceForTest({ status: 'Reachable' }) });
    expect(statusText(closed)).toMatch(/page is closed. A push asked its person to open it until .*10/);
  });

  it('says that the device is busy with another command', () => {
    const box = drawOpen({ commandTypeEnum: 'UPDATE_CONTACTS' });
    expect(statusText(box)).toBe('The device is busy with another command: Update contacts.');
    expect(step(box)).toBeUndefined();
  });

  it('says that the person declined, which is no failure', () => {
    const newest = { ...command, stepType: 'DECLINED', createdAt: new Date().toISOString() } as const;
    const box = draw(recorderOf('VOICE', { commands: { ...quiet, newest } }));
    expect(statusText(box)).toBe('anna declined the last request now.');
    expect(box.querySelector('[data-tone=bad]')).toBeNull();
  });

  it('says why the last request failed', () => {
    const errorDetails = 'The person using this device stopped it.';
    const newest = { ...command, stepType: 'FAILED', createdAt: new Date().toISOString(), errorDetails } as const;
    const box = draw(recorderOf('VOICE', { commands: { ...quiet, newest } }));
    expect(statusText(box)).toBe(`The last request failed now: ${errorDetails}`);
  });
});
