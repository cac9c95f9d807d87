import '@mantine/core/styles/Skeleton.layer.css';
import { mapStyle, type Track } from '@fairwatch/contract';
import { Button, Skeleton, Text, useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { apiBaseUrl } from '../../core/api/environments.ts';
import { query } from '../../core/api/query.ts';
import { durationText } from '../../core/components/time-texts.ts';
import classes from './map-frame.module.css';
import type { Replay } from './replay.ts';
import type { TrackMap } from './track-map.ts';
import { named, positionAt, type NamedPoint } from './track-shape.ts';

interface MapFrameProps {
  track: Track;
  replay: Replay;
  marked: NamedPoint | null;
  onPick: (point: NamedPoint) => void;
  /** Counts the presses of "show the whole track". */
  fits: number;
  children?: ReactNode;
}

const minuteMs = 60_000;

type State = 'loading' | 'drawn' | 'noWebGl' | 'failed';

/** Where the map is drawn. Its code comes after the page stands; where it cannot run, the table remains. */
export function MapFrame({ track, replay, marked, onPick, fits, children }: MapFrameProps) {
  const { t } = useTranslation('location-track');
  const scheme = useComputedColorScheme('light');
  const calm = useReducedMotion() ?? false;
  const style = useQuery({ ...query(mapStyle, {}), staleTime: Number.POSITIVE_INFINITY });
  const { styleUrl = null, tilesUrl = null } = style.data?.data ?? {};
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<TrackMap | null>(null);
  const [state, setState] = useState<State>(() => ('WebGL2RenderingContext' in window ? 'loading' : 'noWebGl'));
  const [missing, setMissing] = useState<'ground' | 'streets' | null>(null);
  // The map asks for these when something is clicked, long after it was made.
  const latest = useRef({ track, onPick });
  const first = useRef({ scheme, t });
  useEffect(() => {
    latest.current = { track, onPick };
    first.current = { scheme, t };
  });

  const settled = style.isSuccess || style.isError;
  const possible = settled && (state === 'loading' || state === 'drawn');
  useEffect(() => {
    if (!possible) return undefined;
    let made: TrackMap | null = null;
    let over = false;
    const make = async () => {
      const { createTrackMap } = await import('./track-map.ts');
      if (over || !container.current) return;
      const { scheme, t } = first.current;
      made = createTrackMap({
        container: container.current,
        styleUrl,
        tilesUrl: tilesUrl && apiBaseUrl + tilesUrl,
        scheme,
        calm,
        words: {
          map: t('map.label'),
          start: t('map.start'),
          end: t('map.end'),
          latest: t('map.latest'),
          // To the minute: a phone does not know it better.
          stayed: (ms) => durationText(Math.round(ms / minuteMs) * minuteMs),
        },
        onPick: (place) => {
          const point = latest.current.track.points[place];
          if (point) latest.current.onPick(named(latest.current.track, point));
        },
        onDrawn: () => setState('drawn'),
        onGroundMissing: setMissing,
      });
      setMap(made);
    };
    make().catch((error: unknown) => {
      // The name tells it apart without fetching the map's code just for its class.
      const withoutGl = error instanceof Error && error.name === 'GPUInitializationError';
      setState(withoutGl ? 'noWebGl' : 'failed');
    });
    return () => {
      over = true;
      setMap(null);
      made?.remove();
    };
  }, [possible, styleUrl, tilesUrl, calm]);

  useEffect(() => map?.setTrack(track), [map, track]);
  useEffect(() => map?.setScheme(scheme), [map, scheme]);
  useEffect(() => map?.setMarked(marked), [map, marked]);
  useEffect(() => {
    if (fits > 0) map?.fit();
  }, [map, fits]);
  useEffect(() => {
    const follow = () => {
      const { at } = replay.get();
      map?.setPosition(at === null ? null : positionAt(track.points, at));
    };
    follow();
    return replay.subscribe(follow);
  }, [map, replay, track]);

  if (state === 'noWebGl') return <Notice title={t('map.noWebGl')} hint={t('map.noWebGlHint')} />;
  if (state === 'failed') {
    return (
      <Notice title={t('map.failed')} hint={t('map.failedHint')}>
        <Button variant="default" size="xs" onClick={() => setState('loading')}>
          {t('map.again')}
        </Button>
      </Notice>
    );
  }
  return (
    <div className={classes.frame} data-map={state} aria-busy={state === 'loading'}>
      <div ref={container} className={classes.map} />
      {state === 'loading' && <Skeleton className={classes.skeleton} radius={0} />}
      {missing && <p className={classes.groundless}>{t(missing === 'ground' ? 'map.groundless' : 'map.streetless')}</p>}
      {children}
    </div>
  );
}

function Notice({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <output className={classes.notice}>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" maw={420}>
        {hint}
      </Text>
      {children}
    </output>
  );
}
