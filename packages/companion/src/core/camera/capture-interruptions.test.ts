import { expect, it } from 'vitest';
import { watchCapture } from './capture-interruptions.ts';

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
  const interruptions = watchCapture(page);
  expect(interruptions.signal.aborted).toBe(false);
  hide();
  expect(interruptions.signal.reason).toMatchObject({
    message: expect.stringContaining('The page was left') as string,
  });
});

it('stops a capture whose camera ends midway', () => {
  const track = new EventTarget();
  const interruptions = watchCapture(fakePage().page);
  interruptions.watch(streamOf(track));
  track.dispatchEvent(new Event('ended'));
  expect(interruptions.signal.reason).toMatchObject({ message: expect.stringContaining('switched off') as string });
});

it('stops listening once the recording is made', () => {
  const { page, hide } = fakePage();
  const track = new EventTarget();
  const interruptions = watchCapture(page);
  interruptions.watch(streamOf(track));
  interruptions.forget();
  hide();
  track.dispatchEvent(new Event('ended'));
  expect(interruptions.signal.aborted).toBe(false);
});
