import '@mantine/core/styles/Skeleton.layer.css';
import { mapStyle } from '@fairwatch/contract';
import { Button, Skeleton, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { apiBaseUrl } from '../api/environments.ts';
import { query } from '../api/query.ts';
import { addTexts } from '../i18n/i18n.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import type { BaseMapOptions } from './base-map.ts';
import classes from './map-canvas.module.css';
import type { Scheme } from './map-palette.ts';
import texts from './map.texts.json';

addTexts('map-canvas', texts);

/** A map that a page has created. */
interface CreatedMap {
  setScheme(scheme: Scheme): void;
  remove(): void;
}

/** Resolves to false when there is nothing to draw. */
export type DrawPicture = (canvas: HTMLCanvasElement, scheme: Scheme) => Promise<boolean>;

interface MapCanvasProps<Created extends CreatedMap> {
  /** Imports the code of the map, and returns the function that creates it. Only the first one is used. */
  load: () => Promise<(options: BaseMapOptions) => Created>;
  /**
   * Draws what the map will show first, without WebGL. The map is created after that, since creating it holds up everything else. Null while it
   * is not known what to draw.
   */
  draw?: DrawPicture | null;
  /** Called with the map once it is created, and with null before it is removed. */
  onMap: (map: Created | null) => void;
  /** The name of the map for screen readers. */
  title: string;
  /** Where the reader finds the same data when there is no map. */
  hint: string;
  children?: ReactNode;
}

/** `shown` from the map's first frame with tiles on, `drawn` while nothing moves or loads any more. */
type State = 'loading' | 'shown' | 'drawn' | 'noWebGl' | 'failed';

/** The container of a map, as high as `--map-height` says. The map's code is loaded lazily; if it cannot run, a notice refers to the data elsewhere on the page. */
export function MapCanvas<Created extends CreatedMap>(props: MapCanvasProps<Created>) {
  const { hint, draw, children } = props;
  const { t } = useTranslation('map-canvas');
  const scheme = useComputedColorScheme('light');
  const calm = useReducedMotion() ?? false;
  const style = useQuery({ ...query(mapStyle, {}), staleTime: Number.POSITIVE_INFINITY });
  const { styleUrl = null, tilesUrl = null } = style.data?.data ?? {};
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<Created | null>(null);
  const [state, setState] = useState<State>(() => ('WebGL2RenderingContext' in window ? 'loading' : 'noWebGl'));
  const [isFilled, setIsFilled] = useState(false);
  const [missing, setMissing] = useState<'ground' | 'streets' | null>(null);
  // The effect that creates the map must not run again when these change.
  const latest = useRef({ scheme, props });
  useEffect(() => {
    latest.current = { scheme, props };
  });

  const isSettled = style.isSuccess || style.isError;
  const canRun = state !== 'noWebGl' && state !== 'failed';
  const { picture, isPictured, isOver } = usePicture(draw, scheme, canRun && !isFilled);
  const canCreate = isSettled && canRun && isOver;
  const canLoad = canRun && (isOver || draw === null);
  useEffect(() => {
    // The code of the map is loaded while the server is asked for its style and for what to draw. The effect below reports what fails.
    if (canLoad) latest.current.props.load().catch(() => undefined);
  }, [canLoad]);
  useEffect(() => {
    if (!canCreate) return undefined;
    let created: Created | null = null;
    let isUnmounted = false;
    const create = async () => {
      const createMap = await latest.current.props.load();
      if (isUnmounted || !container.current) return;
      created = createMap({
        container: container.current,
        styleUrl,
        tilesUrl: tilesUrl && apiBaseUrl + tilesUrl,
        scheme: latest.current.scheme,
        title: latest.current.props.title,
        calm,
        onShown: () => setState('shown'),
        onFilled: () => setIsFilled(true),
        onDrawn: () => setState('drawn'),
        onBaseMapMissing: setMissing,
      });
      setMap(created);
      latest.current.props.onMap(created);
    };
    create().catch((error: unknown) => {
      // Compared by name, because importing the class would load the map's code.
      const lacksWebGl = error instanceof Error && error.name === 'GPUInitializationError';
      setState(lacksWebGl ? 'noWebGl' : 'failed');
    });
    return () => {
      isUnmounted = true;
      setMap(null);
      latest.current.props.onMap(null);
      created?.remove();
    };
  }, [canCreate, styleUrl, tilesUrl, calm]);

  useEffect(() => map?.setScheme(scheme), [map, scheme]);

  if (state === 'noWebGl') return <Notice title={t('noWebGl')} hint={`${t('needsWebGl')} ${hint}`} />;
  if (state === 'failed') {
    return (
      <Notice title={t('failed')} hint={hint}>
        <Button variant="default" size="xs" onClick={() => setState('loading')}>
          {t('again')}
        </Button>
      </Notice>
    );
  }
  // The first frame of the map lacks most of what the picture shows.
  const isCovered = isPictured && !isFilled;
  return (
    <div className={classes.frame} data-map={isCovered ? 'pictured' : state} aria-busy={state === 'loading'}>
      <div ref={container} className={classes.map} />
      {/* It does not pulse: without a GPU, that takes the processor from the map. */}
      {state === 'loading' && !isPictured && <Skeleton className={classes.cover} radius={0} animate={false} />}
      {!isFilled && <canvas ref={picture} className={classes.cover} data-drawn={isPictured} aria-hidden />}
      {missing && <p className={classes.missing}>{t(missing === 'ground' ? 'groundless' : 'streetless')}</p>}
      {children}
    </div>
  );
}

/** The canvas with the picture that is shown until the map is; `isOver` once it is on screen, or there will be none. */
function usePicture(draw: DrawPicture | null | undefined, scheme: Scheme, isWanted: boolean) {
  const picture = useRef<HTMLCanvasElement>(null);
  const [isPictured, setIsPictured] = useState(false);
  const [isOver, setIsOver] = useState(draw === undefined);
  useEffect(() => {
    const canvas = picture.current;
    if (!isWanted || !draw || !canvas) return undefined;
    let isOutdated = false;
    const show = async () => {
      const isDrawn = await draw(canvas, scheme);
      if (isOutdated) return;
      setIsPictured(isDrawn);
      if (isDrawn) await nextPaint();
    };
    // Without a picture the map comes a moment later.
    show()
      .catch(() => undefined)
      .finally(() => isOutdated || setIsOver(true));
    return () => {
      isOutdated = true;
    };
  }, [draw, scheme, isWanted]);
  return { picture, isPictured, isOver };
}

/** Resolves once the browser has painted what is there now. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function Notice({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <Stack component="output" align="center" gap="xs" p="xl" ta="center" bg="var(--fw-sunken)">
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" maw={420}>
        {hint}
      </Text>
      {children}
    </Stack>
  );
}
