import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mount } from '../../../../core/components/mount-for-test.tsx';
import texts from '../tickets.texts.json';
import { VoicePlayer } from './voice-player.tsx';

/** As browsers do while a recording loads: what is paused before its first sound has its promise rejected. */
const interrupt = new Map<HTMLMediaElement, () => void>();

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function wait(this: HTMLMediaElement) {
    await new Promise((_, reject) => {
      interrupt.set(this, () => reject(new DOMException('The play was interrupted.', 'AbortError')));
    });
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function stop(this: HTMLMediaElement) {
    interrupt.get(this)?.();
  });
  return () => vi.restoreAllMocks();
});

function mountTwo() {
  const player = { durationMs: 2000, peaks: [] };
  const { box } = mount(
    <>
      <VoicePlayer src="/first" {...player} />
      <VoicePlayer src="/second" {...player} />
    </>,
  );
  const buttons = () => [...box.querySelectorAll('button')];
  const play = (index: number) => act(async () => buttons()[index]?.click());
  return { box, buttons, play };
}

it('plays another recording while one is loading, and the one can be played later', async () => {
  const { box, buttons, play } = mountTwo();
  await play(0);
  await play(1);
  expect(buttons()).toHaveLength(2);
  expect(box.textContent).not.toContain(texts.voice.broken);
});

it('says so when a recording cannot be played', async () => {
  const { box, buttons } = mountTwo();
  await act(async () => void box.querySelector('audio')?.dispatchEvent(new Event('error')));
  expect(buttons()).toHaveLength(1);
  expect(box.textContent).toContain(texts.voice.broken);
});
