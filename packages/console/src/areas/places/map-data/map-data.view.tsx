import { loadMapData, type MapArea, type MapDataState } from '@fairwatch/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { query, readError } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { MapCanvas } from '../../../core/map-canvas/map-canvas.tsx';
import { areaOfDraft, draftOfArea, emptyArea, type AreaDraft } from './area-draft.ts';
import { FetchForm } from './fetch-form.tsx';
import classes from './map-data.module.css';
import texts from './map-data.texts.json';
import type { AreaMap } from './area-map.ts';
import { ShownMap } from './shown-map.tsx';
import { UploadForm } from './upload-form.tsx';
import { WorkCard } from './work-card.tsx';

addTexts('map-data', texts);

const pollMs = 1000;
const isRunning = (state: MapDataState | undefined) => state?.work?.state === 'RUNNING';

/** The map of streets of the installation: which one is shown, and how another one is fetched. */
export function MapDataView() {
  const { t } = useTranslation('map-data');
  const result = useQuery({
    ...query(loadMapData, {}),
    refetchInterval: ({ state }) => (isRunning(state.data?.data) ? pollMs : false),
  });
  const [draft, setDraft] = useState<AreaDraft>(emptyArea);
  const [map, setMap] = useState<AreaMap | null>(null);
  const error = readError(result);
  const state = result.data?.data;

  const [drawing, setDrawing] = useState(false);
  const change = (area: MapArea | null) => setDraft(area === null ? emptyArea : draftOfArea(area));
  const show = (area: MapArea) => {
    change(area);
    map?.fit(area);
  };
  useEffect(() => map?.setArea(areaOfDraft(draft)), [map, draft]);
  useEffect(() => map?.setDrawing(drawing), [map, drawing]);

  if (error !== null) return <ErrorView error={error} retry={result.refetch} />;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className={classes.page}>
        <Stack miw={0}>
          {state !== undefined && (
            <>
              {state.work !== null && <WorkCard work={state.work} />}
              <ShownMap state={state} show={show} />
              <FetchForm
                state={state}
                draft={draft}
                onChange={setDraft}
                takeView={map && (() => change(map.view()))}
                drawing={drawing}
                setDrawing={map && setDrawing}
                show={(area) => map?.fit(area)}
              />
              <UploadForm state={state} />
            </>
          )}
        </Stack>
        <AreaCanvas onMap={setMap} onDrag={change} onDrawn={() => setDrawing(false)} />
      </div>
    </>
  );
}

interface AreaCanvasProps {
  onMap: (map: AreaMap | null) => void;
  onDrag: (area: MapArea | null) => void;
  onDrawn: () => void;
}

function AreaCanvas({ onMap, onDrag, onDrawn }: AreaCanvasProps) {
  const { t } = useTranslation('map-data');
  // The map calls it long after it was created, so the latest is kept in a ref.
  const latest = useRef({ onDrag, onDrawn });
  useEffect(() => {
    latest.current = { onDrag, onDrawn };
  });
  const load = async () => {
    const { createAreaMap } = await import('./area-map.ts');
    return (options: Parameters<typeof createAreaMap>[0]) =>
      createAreaMap(options, {
        onDrag: (area) => latest.current.onDrag(area),
        onDrawn: () => latest.current.onDrawn(),
      });
  };
  return (
    <div className={`fw-panel ${classes.map}`}>
      <MapCanvas load={load} onMap={onMap} title={t('map')} hint={t('mapHint')} />
    </div>
  );
}
