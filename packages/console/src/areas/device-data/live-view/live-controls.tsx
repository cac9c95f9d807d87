import { stopLiveView, takeStill, type LiveViewSession } from '@fairwatch/contract';
import { Button, Group } from '@mantine/core';
import {
  IconCamera,
  IconMaximize,
  IconMinimize,
  IconPlayerStopFilled,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useCall } from '../../../core/api/query.ts';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { Can } from '../../../core/components/can.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import type { RecorderState } from '../../../shared/recorder/use-recorder.ts';
import classes from './live-stage.module.css';
import { namesText, otherViewers } from './live-view-words.ts';
import type { LiveViewerControl, ViewerState } from './live-viewer.ts';
import { canPlaySound } from './picture/live-sound.ts';
import { useFullScreen } from './use-full-screen.ts';
import type { LiveViewState } from './use-live-view.ts';
import { useLiveViewTexts } from './use-live-view-texts.ts';

interface LiveControlsProps {
  live: LiveViewState;
  session: LiveViewSession;
  kind: RecorderState['kind'];
  state: ViewerState;
  viewer: LiveViewerControl;
  stage: RefObject<HTMLElement | null>;
}

/** Below the picture: who else watches, and what can be done. */
export function LiveControls({ live, session, kind, state, viewer, stage }: LiveControlsProps) {
  const { t } = useLiveViewTexts();
  const { leave, stop, stopping } = live;
  return (
    <div className={classes.controls}>
      <WhoElse state={state} />
      <Group gap="xs">
        {session.sound && <SoundButton state={state} viewer={viewer} />}
        <Still live={live} kind={kind} state={state} />
        <FullScreenButton stage={stage} />
        <Button variant="default" title={t('leaveHint')} onClick={leave}>
          {t('leave')}
        </Button>
        <Can use={stopLiveView}>
          <Button
            color="red.8"
            title={t('stopHint')}
            leftSection={<IconPlayerStopFilled size={16} aria-hidden />}
            loading={stopping}
            onClick={stop}
          >
            {t('stop')}
          </Button>
        </Can>
      </Group>
    </div>
  );
}

/** Screen readers hear who comes and goes, as the person does. */
function WhoElse({ state: { viewers, phase } }: Pick<LiveControlsProps, 'state'>) {
  const { t } = useLiveViewTexts();
  const { username } = useAdminSession();
  const others = otherViewers(viewers, username);
  const isKnown = phase === 'WATCHING' && viewers.length > 0;
  return (
    <output className={`fw-grow ${classes.who}`}>
      {isKnown &&
        (others.length === 0 ? t('picture.alone') : t('picture.with', { names: namesText(others, currentLanguage()) }))}
    </output>
  );
}

/** Sound begins off: a browser plays none before a press, and nobody beside the admin should hear it by surprise. */
function SoundButton({ state: { isSoundOn, isMuted }, viewer }: Pick<LiveControlsProps, 'state' | 'viewer'>) {
  const { t } = useLiveViewTexts();
  const Icon = isSoundOn && !isMuted ? IconVolume : IconVolumeOff;
  const unplayable = canPlaySound() ? null : t('sound.unplayable');
  return (
    <>
      {isMuted && <span className="fw-note">{t('sound.muted')}</span>}
      <ReasonButton
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        reason={unplayable}
        onClick={() => viewer.setSound(!isSoundOn)}
      >
        {t(isSoundOn ? 'sound.off' : 'sound.on')}
      </ReasonButton>
    </>
  );
}

/** Keeps the picture of this moment as a photo of the device. */
function Still({
  live: { deviceId, stillReason },
  kind,
  state: { picture },
}: Pick<LiveControlsProps, 'live' | 'kind' | 'state'>) {
  const { t } = useLiveViewTexts();
  const taking = useCall(takeStill);
  const take = async () => {
    await toastPromise(taking.mutateAsync({ deviceId, camera: picture?.camera })).catch(() => undefined);
    await refetchChanged('commands', deviceId);
  };
  return (
    <Can use={takeStill}>
      {kind !== 'PHOTO' && taking.isSuccess && (
        <span className="fw-note">
          {t('still.kept')}{' '}
          <Link {...pageLink('/device/photo-recorder/$deviceId', { params: { deviceId } })}>{t('still.link')}</Link>
        </span>
      )}
      <ReasonButton
        variant="default"
        leftSection={<IconCamera size={16} aria-hidden />}
        reason={stillReason}
        hint={t('still.hint')}
        loading={taking.isPending}
        onClick={() => void take()}
      >
        {t('still.take')}
      </ReasonButton>
    </Can>
  );
}

/** Left out where the browser can show only videos on the whole screen, as on an iPhone. */
function FullScreenButton({ stage }: Pick<LiveControlsProps, 'stage'>) {
  const { t } = useLiveViewTexts();
  const { isFull, isPossible, toggle } = useFullScreen(stage);
  if (!isPossible) return null;
  const Icon = isFull ? IconMinimize : IconMaximize;
  return (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={toggle}>
      {t(isFull ? 'fullScreen.leave' : 'fullScreen.enter')}
    </Button>
  );
}
