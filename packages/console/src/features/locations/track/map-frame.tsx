import '@mantine/core/styles/Skeleton.layer.css';
import { mapStyle, type Track } from '@fairwatch/contract';
import { Button, Skeleton, Text, useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { apiBaseUrl } from '../../../core/api/environments.ts';
import { query } from '../../../core/api/query.ts';
import { durationText } from '../../../core/components/time/time-texts.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './map-frame.module.css';
import type { Replay } from './replay.ts';
import type { TrackMap } from '../map/track-map.ts';
import { expandPoint, positionAt, type NamedPoint } from '../track-shape.ts';

interface MapFrameProps {
  track: Track;
  replay: Replay;
  marked: NamedPoint | null;
  onPick: (point: NamedPoint) => void;
  /** Incremented by each press of "show the whole track". */
  fits: number;
  children?: ReactNode;
}

const minuteMs = 60_000;

type State = 'loading' | 'drawn' | 'noWebGl' | 'failed';

/** The container of the map. The map's code is loaded lazily; if it cannot run, a notice refers to the table. */
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
  // The map calls these on clicks, long after it was created, so the latest are kept in a ref.
  const latest = useRef({ track, onPick });
  const initial = useRef({ scheme, t });
  useEffect(() => {
    latest.current = { track, onPick };
    initial.current = { scheme, t };
  });

  const isSettled = style.isSuccess || style.isError;
  const canCreate = isSettled && (state === 'loading' || state === 'drawn');
  useEffect(() => {
    if (!canCreate) return undefined;
    let created: TrackMap | null = null;
    let isUnmounted = false;
    const create = async () => {
      const { createTrackMap } = await import('../map/track-map.ts');
      if (isUnmounted || !container.current) return;
      const { scheme, t } = initial.current;
      created = createTrackMap({
        container: container.current,
        styleUrl,
        tilesUrl: tilesUrl && apiBaseUrl + tilesUrl,
        scheme,
        calm,
        texts: {
          map: t('map.label'),
          start: t('map.start'),
          end: t('map.end'),
          latest: t('map.latest'),
          // Rounded to the minute, because stops are not known more precisely.
          stayed: (ms) => durationText(Math.round(ms / minuteMs) * minuteMs),
        },
        onPick: (index) => {
          const point = latest.current.track.points[index];
          if (point) latest.current.onPick(expandPoint(latest.current.track, point));
        },
        onDrawn: () => setState('drawn'),
        onBaseMapMissing: setMissing,
      });
      setMap(created);
    };
    create().catch((error: unknown) => {
      // Compared by name, because importing the class would load the map's code.
      const lacksWebGl = error instanceof Error && error.name === 'GPUInitializationError';
      setState(lacksWebGl ? 'noWebGl' : 'failed');
    });
    return () => {
      isUnmounted = true;
      setMap(null);
      created?.remove();
    };
  }, [canCreate, styleUrl, tilesUrl, calm]);

  useEffect(() => map?.setTrack(track), [map, track]);
  useEffect(() => map?.setScheme(scheme), [map, scheme]);
  useEffect(() => map?.setMarked(marked), [map, marked]);
  useEffect(() => {
    if (fits > 0) map?.fit();
  }, [map, fits]);
  useEffect(() => {
    const updatePosition = () => {
      const { at } = replay.get();
      map?.setPosition(at === null ? null : positionAt(track.points, at));
    };
    updatePosition();
    return replay.subscribe(updatePosition);
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
