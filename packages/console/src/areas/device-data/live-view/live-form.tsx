import { deviceGrants, limits, recordVoice, type Camera } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { query } from '../../../core/api/query.ts';
import { ChoiceField } from '../../../core/components/buttons/choice.tsx';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { useCan } from '../../../core/components/can.tsx';
import { Box } from '../../../core/forms/boxes.tsx';
import { useCaptureTexts } from '../../../shared/recorder/use-capture-texts.ts';
import classes from './live-panel.module.css';
import type { LiveViewState } from './use-live-view.ts';
import { useLiveViewTexts } from './use-live-view-texts.ts';
import { useUsedKinds } from '../../../core/session/session-store.ts';

const { minMinutes, maxMinutes } = limits.liveView;
const usualMinutes = 3;

/** Asks for camera, length and sound of a live view, and says what its person will see. */
export function LiveForm({ live, close }: { live: LiveViewState; close: () => void }) {
  const { t } = useLiveViewTexts();
  const { t: captureText } = useCaptureTexts();
  const [camera, setCamera] = useState<Camera>('BACK');
  const [minutes, setMinutes] = useState(usualMinutes);
  const [wantsSound, setWantsSound] = useState(false);
  const soundless = useSoundless(live.deviceId);
  const start = async () => {
    const sound = wantsSound && soundless === null;
    if (await live.start({ camera, minutes, sound })) close();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (live.reason === null && !live.sending) void start();
  };
  return (
    <div className={classes.ask}>
      <form className={classes.form} onSubmit={onSubmit}>
        <ChoiceField
          label={t('form.camera')}
          options={(['FRONT', 'BACK'] as const).map((value) => ({ value, label: captureText(`camera.${value}`) }))}
          value={camera}
          onChange={setCamera}
        />
        <label className={classes.minutes}>
          <span className={classes.label}>{t('form.minutes')}</span>
          <Group wrap="nowrap" gap="sm" h={36}>
            <input
              type="range"
              min={minMinutes}
              max={maxMinutes}
              value={minutes}
              aria-valuetext={t('form.minutesOf', { count: minutes })}
              onChange={({ currentTarget }) => setMinutes(Number(currentTarget.value))}
            />
            <span className="fw-figures" aria-hidden>
              {t('form.minutesOf', { count: minutes })}
            </span>
          </Group>
        </label>
        <div className={classes.sound}>
          {soundless === null && <Box label={t('form.sound')} checked={wantsSound} onChange={setWantsSound} />}
          {soundless !== 'unknown' && (
            <span className="fw-note">
              {soundless === null ? t('form.soundHint') : t(`form.soundless.${soundless}`)}
            </span>
          )}
        </div>
        <Group gap="xs" w="100%">
          <ReasonButton type="submit" reason={live.reason} loading={live.sending}>
            {t('form.start')}
          </ReasonButton>
          <Button variant="subtle" onClick={close}>
            {t('form.close')}
          </Button>
        </Group>
      </form>
      <div className={classes.sees}>
        <Text component="h3" size="sm" fw={600}>
          {t('sees.title')}
        </Text>
        <ol className="fw-bullets">
          <li>{t('sees.question')}</li>
          <li>{t('sees.countdown', { seconds: limits.recording.countdownSeconds })}</li>
          <li>{t('sees.viewers')}</li>
        </ol>
      </div>
    </div>
  );
}

/** Why a live view of this device is without sound; null when it can have some, unknown while that is loading or where sound is not used. */
function useSoundless(deviceId: number): 'access' | 'shared' | 'unknown' | null {
  const isUsed = useUsedKinds().includes('MICROPHONE');
  const mayHear = useCan(recordVoice);
  const shared = useQuery({ ...query(deviceGrants, { deviceId }), enabled: mayHear });
  if (!isUsed) return 'unknown';
  if (!mayHear) return 'access';
  if (!shared.data) return 'unknown';
  const isShared = shared.data.data.grants.some(({ capability, granted }) => capability === 'MICROPHONE' && granted);
  return isShared ? null : 'shared';
}
