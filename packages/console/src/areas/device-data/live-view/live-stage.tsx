import { watchLiveView, type LiveViewSession } from '@fairwatch/contract';
import { Button, Loader } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { call } from '../../../core/api/client.ts';
import type { RecorderState } from '../../../shared/recorder/use-recorder.ts';
import classes from './live-stage.module.css';
import { LiveControls } from './live-controls.tsx';
import { LiveFacts } from './live-facts.tsx';
import { createLiveViewer, type LiveViewerControl, type ViewerState } from './live-viewer.ts';
import type { DrawablePicture } from './picture/live-decoder.ts';
import type { LiveViewState } from './use-live-view.ts';
import { useLiveViewTexts } from './use-live-view-texts.ts';

interface LiveStageProps {
  live: LiveViewState;
  session: LiveViewSession;
  kind: RecorderState['kind'];
}

/** Watches a live view while it is mounted: its picture with the facts about it, and what can be done with it. */
export function LiveStage({ live, session, kind }: LiveStageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const viewer = useViewer(session, canvas);
  const state = useSyncExternalStore(viewer.state.subscribe, viewer.state.get);
  const isOver = state.phase === 'ENDED' || state.phase === 'LOST';
  return (
    <div ref={stage} className={classes.stage}>
      {!isOver && <Picture canvas={canvas} state={state} session={session} />}
      <ViewerWords state={state} again={viewer.start} />
      {!isOver && <LiveControls {...{ live, session, kind, state, viewer, stage }} />}
    </div>
  );
}

/** A viewer of this session, which draws on the canvas and stops with the component. */
function useViewer({ id: sessionId, deviceId }: LiveViewSession, canvas: RefObject<HTMLCanvasElement | null>) {
  const [viewer] = useState<LiveViewerControl>(() =>
    createLiveViewer({
      sessionId,
      requestPass: async (signal) => (await call(watchLiveView, { deviceId, sessionId }, signal)).data.pass,
      draw: (picture) => drawOn(canvas.current, picture),
    }),
  );
  useEffect(() => {
    viewer.start();
    return viewer.close;
  }, [viewer]);
  return viewer;
}

function drawOn(canvas: HTMLCanvasElement | null, { image, width, height }: DrawablePicture): void {
  if (canvas === null) return;
  // Setting a size clears the canvas, so it is set only when it changes.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
}

interface PictureProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  state: ViewerState;
  session: LiveViewSession;
}

function Picture({ canvas, state, session }: PictureProps) {
  const { t } = useLiveViewTexts();
  const { picture, unsupported } = state;
  return (
    <div className={classes.picture} data-empty={picture === null || undefined}>
      <canvas
        ref={canvas}
        className={classes.canvas}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element cannot be drawn on
        role="img"
        aria-label={t('picture.label')}
      />
      {picture === null && unsupported === null && (
        <span className={classes.waiting} aria-hidden>
          <Loader size={20} color="gray" />
          {t('phase.waiting')}
        </span>
      )}
      <LiveFacts state={state} session={session} />
    </div>
  );
}

/** What a screen reader hears: how the viewer stands, not each picture. Shown where the picture does not say it. */
function ViewerWords({ state, again }: { state: ViewerState; again: () => void }) {
  const { t } = useLiveViewTexts();
  const { phase, end, problem, unsupported } = state;
  const words = () => {
    if (phase === 'ENDED') {
      if (end === null) return t('here.over');
      return end === 'ACCESS_LOST' ? t('here.ACCESS_LOST') : t('here.ended', { why: t(`end.${end}`) });
    }
    if (phase === 'LOST') return problem ?? t('phase.LOST');
    if (unsupported !== null) return t('unsupported', { codec: unsupported });
    return t(`phase.${phase}`);
  };
  const isShown = phase !== 'WATCHING' || unsupported !== null;
  return (
    <div className={isShown ? classes.words : 'fw-hidden'}>
      <output>{words()}</output>
      {phase === 'LOST' && (
        <Button variant="default" size="xs" onClick={again}>
          {t('joinAgain')}
        </Button>
      )}
    </div>
  );
}
