import {
  captureStateText,
  captureTitle,
  captureWords,
  liveEndText,
  liveRunningText,
  liveViewEndText,
  liveViewersText,
  liveViewRunningText,
  liveViewStillsText,
  liveViewWords,
  reasonText,
} from '@fairwatch/device/words';
import type { PersonDevice } from '../../core/person/person.ts';
import { action, dim, heading, strong, text, type Block } from '../../core/screen/view.ts';
import { livePictureEveryMs } from '../../core/live-view/live-picture-pace.ts';
import { pageText } from '../../core/texts/pages.texts.ts';

/** What is recorded now, with a way to stop it; afterwards what was recorded and for whom. */
export function captureBlocks({ live, dismissCaptureNotes }: PersonDevice): Block[] {
  const { capture, captureNotes } = live.get();
  if (capture !== null) {
    return [
      strong(captureTitle(capture)),
      dim(reasonText(capture.reason)),
      ...(capture.duty === null ? [] : [strong(capture.duty)]),
      text(captureStateText(capture, pageText('captureOpening')), 'warn'),
      ...(capture.phase === 'SENDING'
        ? []
        : [action(captureWords('stop'), () => capture.stop(), { key: 'stop-capture', style: 'bad' })]),
    ];
  }
  if (captureNotes.length === 0) return [];
  return [
    heading(captureWords('over')),
    ...captureNotes.map((note) => text(note)),
    dim(captureWords('off')),
    action(captureWords('ok'), () => dismissCaptureNotes(), { key: 'capture-read' }),
  ];
}

/** Who follows the person now, with a way to stop it; afterwards once how it ended. */
export function liveLocationBlocks({ client, live, dismissLiveEnd }: PersonDevice): Block[] {
  const { liveLocation, liveEnd } = live.get();
  if (liveLocation !== null) {
    return [
      text(liveRunningText(liveLocation), 'warn'),
      dim(reasonText(liveLocation.reason)),
      action(captureWords('stop'), () => client.stopLiveLocation(), { key: 'stop-live', style: 'bad' }),
    ];
  }
  if (liveEnd === null) return [];
  return [text(liveEndText(liveEnd)), action(captureWords('ok'), () => dismissLiveEnd(), { key: 'live-read' })];
}

/** Who may see the camera now and who watches, with a way to stop it; afterwards once how it ended. */
export function liveViewBlocks({ client, live, dismissLiveViewEnd }: PersonDevice): Block[] {
  const { liveView, liveViewEnd } = live.get();
  if (liveView !== null) {
    const stills = liveViewStillsText(liveView);
    return [
      strong(liveViewRunningText(liveView)),
      dim(reasonText(liveView.reason)),
      ...(liveView.phase === 'LIVE' ? [text(liveViewersText(liveView), 'warn')] : []),
      dim(pageText('liveViewPace', { count: livePictureEveryMs / 1000 })),
      ...(stills === '' ? [] : [text(stills)]),
      action(captureWords('stop'), () => client.stopLiveView(), { key: 'stop-live-view', style: 'bad' }),
    ];
  }
  if (liveViewEnd === null) return [];
  return [
    text(liveViewEndText(liveViewEnd)),
    dim(liveViewWords('off')),
    action(captureWords('ok'), () => dismissLiveViewEnd(), { key: 'live-view-read' }),
  ];
}
