import type { EndedLiveView, RunningLiveView } from '@fairwatch/device/core';
import {
  captureWords,
  liveViewEndText,
  liveViewersText,
  liveViewRunningText,
  liveViewStillsText,
  liveViewWords,
  reasonText,
} from '@fairwatch/device/words';
import { Button } from '@mantine/core';
import { IconCameraRotate, IconMicrophone, IconMicrophoneOff, IconPlayerStopFilled } from '@tabler/icons-react';
import { Preview } from '../camera/preview.tsx';
import { Spoken } from '../components/spoken.tsx';
import { useCompanion, useLive } from '../live/companion-context.ts';
import type { LiveCamera } from '../live/live-state.ts';
import classes from './live-view-bar.module.css';
import { t } from './live-view.texts.ts';
import { clockText, useSecondsLeft } from './use-seconds-left.ts';

/** Shows on every page that the camera is live: the preview, who watches, how long, and Stop; then once how it ended. */
export function LiveViewBar() {
  const running = useLive((live) => live.liveView);
  const ended = useLive((live) => live.liveViewEnd);
  return running === null && ended !== null ? <Ended ended={ended} /> : <RunningLiveViewBar />;
}

/** The bar while the camera is live, for what covers the page, too. */
export function RunningLiveViewBar() {
  const running = useLive((live) => live.liveView);
  return running?.phase === 'LIVE' ? <Running running={running} /> : null;
}

function Running({ running }: { running: RunningLiveView }) {
  const { client } = useCompanion();
  const camera = useLive((live) => live.liveCamera);
  const secondsLeft = useSecondsLeft(running.until);
  const hasSound = running.sound && camera?.hasSound === true;
  const isMuted = hasSound && camera.isMuted;
  const shown = { ...running, sound: hasSound && !isMuted };
  return (
    <section className={classes.bar} aria-label={t('label')}>
      <div className={classes.frame} aria-hidden />
      <div className={classes.facts}>
        {camera !== null && (
          <div className={classes.preview}>
            <Preview stream={camera.preview} isMirrored={camera.isMirrored} />
          </div>
        )}
        <div className={classes.words}>
          <span className={classes.state}>
            <span className={classes.clock} role="timer" aria-label={t('timeLeft')}>
              {clockText(secondsLeft)}
            </span>
            {isMuted && <span>{t('muted')}</span>}
          </span>
          <strong className={classes.title}>{liveViewRunningText(shown)}</strong>
          <span>{liveViewersText(running)}</span>
        </div>
      </div>
      <div className={classes.notes}>
        <span className={classes.reason}>{reasonText(running.reason)}</span>
        {running.sound && camera?.hasSound === false && <span>{t('noSound')}</span>}
        {camera !== null && camera.problem !== null && <span role="alert">{camera.problem}</span>}
        <Kept running={running} />
      </div>
      <div className={classes.actions}>
        <Button
          size="md"
          color="red.8"
          leftSection={<IconPlayerStopFilled size={18} aria-hidden />}
          onClick={() => client.stopLiveView()}
        >
          {captureWords('stop')}
        </Button>
        {camera !== null && <CameraButtons camera={camera} />}
      </div>
      <Spoken>{liveViewRunningText(shown)}</Spoken>
      <Spoken>{liveViewersText(running)}</Spoken>
      <Spoken>{secondsLeft <= 60 && secondsLeft > 0 ? t('minuteLeft') : ''}</Spoken>
    </section>
  );
}

/** On a narrow phone all buttons stand in one row, by their words alone. */
const iconsWhereWide = { section: classes.icon ?? '' };

function CameraButtons({ camera }: { camera: LiveCamera }) {
  const { canTurn, isTurning, turn, hasSound, isMuted, mute } = camera;
  return (
    <>
      {canTurn && (
        <Button
          size="md"
          variant="default"
          classNames={iconsWhereWide}
          leftSection={<IconCameraRotate size={18} aria-hidden />}
          // Not disabled: a button that is loses the focus.
          aria-disabled={isTurning}
          onClick={turn}
        >
          {t('turn')}
        </Button>
      )}
      {hasSound && (
        <Button
          size="md"
          variant="default"
          classNames={iconsWhereWide}
          leftSection={isMuted ? <IconMicrophone size={18} aria-hidden /> : <IconMicrophoneOff size={18} aria-hidden />}
          onClick={() => mute(!isMuted)}
        >
          {isMuted ? t('unmute') : t('mute')}
        </Button>
      )}
    </>
  );
}

/** Who kept a picture as a photo, the latest; all of them are shown when the live view is over. */
function Kept({ running }: { running: RunningLiveView }) {
  const note = useLive((live) => live.captureNotes[0]);
  if (running.stills === 0) return null;
  return (
    <output className={classes.title}>
      {note} {running.stills > 1 && liveViewStillsText(running)}
    </output>
  );
}

/** How it ended, and each picture that was kept. */
function Ended({ ended }: { ended: EndedLiveView }) {
  const { live, dismissLiveViewEnd } = useCompanion();
  const notes = useLive((state) => state.captureNotes);
  const dismiss = () => {
    live.set({ captureNotes: [] });
    dismissLiveViewEnd();
  };
  return (
    <div className={classes.bar} data-ended>
      <output className={classes.words}>
        <strong className={classes.title}>{liveViewEndText(ended)}</strong>
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
        <span>{liveViewWords('off')}</span>
      </output>
      <Button size="md" variant="default" onClick={dismiss}>
        {captureWords('ok')}
      </Button>
    </div>
  );
}
