import { expect, it } from 'vitest';
import { watchCapture } from './capture-breaks.ts';

function fakePage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  return {
    page: page as unknown as Document,
    hide() {
      page.visibilityState = 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

const streamOf = (track: EventTarget) => ({ getTracks: () => [track] }) as unknown as MediaStream;

it('stops a capture whose page is hidden', () => {
  const { page, hide } = fakePage();
  const breaks = watchCapture(page);
  expect(breaks.signal.aborted).toBe(false);
  hide();
  expect(breaks.signal.reason).toMatchObject({ message: expect.stringContaining('The page was left') as string });
});

it('stops a capture whose camera ends midway', () => {
  const track = new EventTarget();
  const breaks = watchCapture(fakePage().page);
  breaks.watch(streamOf(track));
  track.dispatchEvent(new Event('ended'));
  expect(breaks.signal.reason).toMatchObject({ message: expect.stringContaining('switched off') as string });
});

it('listens no more once the recording is made', () => {
  const { page, hide } = fakePage();
  const track = new EventTarget();
  const breaks = watchCapture(page);
  breaks.watch(streamOf(track));
  breaks.forget();
  hide();
  track.dispatchEvent(new Event('ended'));
  expect(breaks.signal.aborted).toBe(false);
});
