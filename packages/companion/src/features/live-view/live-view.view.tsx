import type { PendingRequest, RunningLiveView } from '@fairwatch/device/core';
import {
  allowText,
  captureWords,
  expiryText,
  followingText,
  liveViewRunningText,
  requestTitle,
  requestWords,
} from '@fairwatch/device/words';
import { limits } from '@fairwatch/contract';
import { Button, Text, Title } from '@mantine/core';
import { IconCamera, IconPlayerStopFilled } from '@tabler/icons-react';
import { Preview } from '../../core/camera/preview.tsx';
import { Reason } from '../../core/components/reason.tsx';
import { Spoken } from '../../core/components/spoken.tsx';
import { Stage, WholeScreen } from '../../core/whole-screen/whole-screen.tsx';
import { useSeen } from '../../core/requests/use-seen.ts';
import { askedLiveView } from '../../core/live-view/live-view-places.ts';
import { t } from '../../core/live-view/live-view.texts.ts';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import classes from './live-view.module.css';

/** A live view on the whole screen: the question, then the countdown. Once it runs, its bar is on every page instead. */
export function LiveViewView() {
  const running = useLive((live) => live.liveView);
  const asked = useLive(askedLiveView);
  if (running?.phase === 'COUNTDOWN') return <Countdown running={running} />;
  return asked === null ? null : <Question key={asked.commandId} asked={asked} />;
}

/** Who asks, why, for how long, which camera, and with sound or not. The focus is on the title: no key that was meant for the page answers. */
function Question({ asked }: { asked: PendingRequest }) {
  const { reason, minutes, expiresAt, seen, accept, decline } = asked;
  useSeen(seen);
  const title = requestTitle(asked);
  return (
    <WholeScreen label={title} onEscape={decline}>
      <div className={classes.question}>
        <IconCamera className={classes.sign} size={56} stroke={1.5} aria-hidden />
        <Title order={1} tabIndex={-1} data-autofocus className={classes.title}>
          {title}
        </Title>
        <Reason reason={reason} />
        <Text>{followingText(asked)}</Text>
        <Text c="dimmed" size="sm">
          {expiryText(expiresAt)}
        </Text>
      </div>
      <div className={classes.answers}>
        <Button size="xl" variant="default" fullWidth onClick={decline}>
          {requestWords('decline')}
        </Button>
        <Button size="xl" fullWidth onClick={accept}>
          {allowText(minutes)}
        </Button>
      </div>
    </WholeScreen>
  );
}

/** The last seconds in which nobody sees anything yet, with what they are going to see. */
function Countdown({ running }: { running: RunningLiveView }) {
  const { client } = useCompanion();
  const camera = useLive((live) => live.liveCamera);
  const stop = () => client.stopLiveView();
  const title = liveViewRunningText(running);
  return (
    <WholeScreen label={t('label')} onEscape={stop}>
      <header className={classes.head}>
        <Title order={1} aria-hidden={camera !== null}>
          {title}
        </Title>
        <Reason reason={running.reason} />
        {running.sound && camera?.hasSound === true && <Text>{t('soundToo')}</Text>}
      </header>
      <Stage secondsLeft={camera === null ? null : running.secondsLeft}>
        {camera === null ? (
          <Text p="md" ta="center">
            {t('opening')}
          </Text>
        ) : (
          <Preview stream={camera.preview} isMirrored={camera.isMirrored} />
        )}
      </Stage>
      <Spoken>{camera === null ? t('opening') : t('spoken', { count: limits.recording.countdownSeconds })}</Spoken>
      <Button
        size="xl"
        color="red.8"
        fullWidth
        leftSection={<IconPlayerStopFilled aria-hidden />}
        onClick={stop}
        data-autofocus
      >
        {captureWords('stop')}
      </Button>
    </WholeScreen>
  );
}
