import { ActionIcon } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { lengthText } from '../../../../core/components/time/time-texts.ts';
import { useTicketTexts } from '../use-ticket-texts.ts';
import classes from './voice.module.css';
import { Waveform } from './waveform.tsx';

const bars = 48;
/** Later than the end of any recording, in seconds. Seeking there makes the browser determine the duration. */
const beyondEnd = 1e7;

interface VoicePlayerProps {
  /** Null while the URL is being loaded. */
  src: string | null;
  durationMs: number;
  peaks: readonly number[];
}

/** The player that was started last. It is paused when another one starts. */
let activePlayer: HTMLAudioElement | null = null;

/** Plays a recording, with its waveform under a slider for pointer and keyboard. */
export function VoicePlayer({ src, durationMs, peaks }: VoicePlayerProps) {
  const { t } = useTicketTexts();
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [atMs, setAtMs] = useState(0);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const player = audio.current;
    return () => player?.pause();
  }, []);
  useFrames(playing, () => setAtMs(Math.min(durationMs, (audio.current?.currentTime ?? 0) * 1000)));

  const toggle = () => {
    const player = audio.current;
    if (!player) return;
    if (playing) return player.pause();
    if (activePlayer !== player) activePlayer?.pause();
    activePlayer = player;
    if (atMs >= durationMs) player.currentTime = 0;
    // A pause before the first sound rejects this as well. A recording that cannot be played fires `error`.
    player.play().catch(() => undefined);
  };
  const seek = (ms: number) => {
    setAtMs(ms);
    if (audio.current) audio.current.currentTime = ms / 1000;
  };
  if (broken) return <p data-tone="muted">{t('voice.broken')}</p>;
  const position = t('voice.at', { at: lengthText(atMs), length: lengthText(durationMs) });
  return (
    <div className={classes.player}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- voice messages have no captions */}
      <audio
        ref={audio}
        src={src ?? undefined}
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => determineDuration(currentTarget)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAtMs(durationMs)}
        onError={() => src !== null && setBroken(true)}
      />
      <ActionIcon
        radius="50%"
        size={36}
        aria-label={playing ? t('voice.pause') : t('voice.play')}
        disabled={src === null}
        onClick={toggle}
      >
        {playing ? <IconPlayerPauseFilled size={16} aria-hidden /> : <IconPlayerPlayFilled size={16} aria-hidden />}
      </ActionIcon>
      <div className={classes.track}>
        <Waveform peaks={peaks} count={bars} played={durationMs === 0 ? 0 : atMs / durationMs} />
        <input
          type="range"
          className={classes.seek}
          aria-label={t('voice.position')}
          aria-valuetext={position}
          min={0}
          max={durationMs}
          step={Math.max(100, Math.round(durationMs / 50))}
          value={atMs}
          onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
        />
      </div>
      <span className="fw-note fw-figures">{lengthText(playing || atMs > 0 ? atMs : durationMs)}</span>
    </div>
  );
}

/** Makes the browser determine the duration, which browser recordings lack. Without it the player cannot seek. */
function determineDuration(player: HTMLAudioElement): void {
  if (Number.isFinite(player.duration)) return;
  player.addEventListener('durationchange', () => (player.currentTime = 0), { once: true });
  player.currentTime = beyondEnd;
}

/** Calls `onFrame` with each animation frame while `isActive`. */
function useFrames(isActive: boolean, onFrame: () => void): void {
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  useEffect(() => {
    if (!isActive) return undefined;
    let frame = requestAnimationFrame(function draw() {
      latest.current();
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [isActive]);
}
