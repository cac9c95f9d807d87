import { createZone, mapPositions, zoneList, type Zone } from '@fairwatch/contract';
import { Button, Group, Paper, Text } from '@mantine/core';
import { IconCircle, IconFileExport, IconFileImport, IconPolygon, IconZoomInArea } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { query, readError } from '../../../core/api/query.ts';
import { Can, useCan } from '../../../core/components/can.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { dayOf } from '../../../core/components/time/days.ts';
import { saveBlob } from '../../../core/content/save-as.ts';
import { fileNameOf } from '../../../core/export/export-file-name.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { MapCanvas } from '../../../core/map-canvas/map-canvas.tsx';
import { pageLink } from '../../../core/router/page-link.ts';
import { lazyDialog } from '../../../core/shortcuts/opening.tsx';
import { toast } from '../../../core/toast/toast.tsx';
import { alertSearch, presetAlert } from '../first-proposals.ts';
import { useLinkedZone } from './use-linked-zone.ts';
import {
  areaOf,
  draftOf,
  draftOfLink,
  draw,
  newDraft,
  type DrawStep,
  type ShapeKind,
  type ZoneDraft,
} from './zone-draft.ts';
import { ZoneForm } from './zone-form.tsx';
import { ZoneList } from './zone-list.tsx';
import type { ZoneMap } from './zone-map.ts';
import { zonesGeojson } from './zones-geojson.ts';
import classes from './zones.module.css';
import texts from './zones.texts.json';

addTexts('zones', texts);

// Lazy, because few visits import something.
const ImportZones = lazyDialog(async () => (await import('./import-zones.tsx')).ImportZones);

const none: readonly Zone[] = [];

interface Editing {
  /** The draft as it was when the form was opened. */
  initial: ZoneDraft;
  draft: ZoneDraft;
  isProposed: boolean;
}

/** The zones of the signed-in admin, or of all admins for a super admin: a list beside a map on which they are drawn. */
export function ZonesView() {
  const { t } = useTranslation('zones');
  const result = useQuery(query(zoneList, {}));
  const zones = result.data?.data ?? none;
  const error = readError(result);
  const [editing, setEditing] = useState<Editing | null>(null);
  // Set when the zone was proposed: then an alert about it is proposed too.
  const [made, setMade] = useState<Zone | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [importing, setImporting] = useState(false);
  const [map, setMap] = useState<ZoneMap | null>(null);
  const draft = editing?.draft ?? null;

  const change = (changed: (draft: ZoneDraft) => ZoneDraft) =>
    setEditing((before) => before && { ...before, draft: changed(before.draft) });
  const drawStep = (step: DrawStep) => change((before) => draw(before, step));
  const open = (initial: ZoneDraft, isProposed = false) => setEditing({ initial, draft: initial, isProposed });
  const choose = ({ id, area }: Zone) => {
    setChosen(id);
    map?.fit([area]);
  };
  const fleet = useFleet(map, editing !== null && !result.isPending && zones.length === 0 && draft?.centre === null);
  const edit = (zone: Zone) => {
    choose(zone);
    open(draftOf(zone));
  };

  useEffect(() => map?.setZones(zones), [map, zones]);
  useEffect(() => map?.setDraft(draft), [map, draft]);
  // A form that begins with a place shows that place.
  useFitOnce(map, (editing?.initial.centre ?? null) === null ? zones : none);
  useLinkedZone(({ zone, isProposed }) => open(draftOfLink(zone), isProposed));
  useShowAtOnce(map, editing?.initial ?? null);

  if (error !== null) return <ErrorView error={error} retry={result.refetch} />;
  const isEmpty = !result.isPending && zones.length === 0 && editing === null;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Can use={createZone}>
              <DrawButtons disabled={editing !== null} onDraw={(shape) => open(newDraft(shape))} />
              <Button
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
                aria-haspopup="dialog"
                disabled={editing !== null}
                onClick={() => setImporting(true)}
              >
                {t('import')}
              </Button>
            </Can>
            {zones.length > 0 && <ExportButton zones={zones} />}
          </>
        }
      />
      <div className={classes.page}>
        <Paper p="md" miw={0} className={classes.side}>
          {editing !== null && draft !== null && (
            <ZoneForm
              key={draft.zoneId ?? draft.shape}
              draft={draft}
              initial={editing.initial}
              onChange={(part) => change((before) => ({ ...before, ...part }))}
              onDraw={drawStep}
              goTo={(at) => map?.goTo(at)}
              show={(area) => map?.fit([area])}
              onCreated={(zone) => setMade(editing.isProposed ? zone : null)}
              close={() => setEditing(null)}
              hint={fleet > 0 ? t('form.fleet', { count: fleet }) : undefined}
            />
          )}
          {made !== null && editing === null && <AlertProposal zone={made} close={() => setMade(null)} />}
          {isEmpty && (
            <EmptyView icon={IconZoomInArea} title={t('empty.title')} hint={t('empty.hint')} refetch={result.refetch} />
          )}
          {editing === null && zones.length > 0 && (
            <ZoneList zones={zones} chosen={chosen} onChoose={choose} onEdit={edit} />
          )}
        </Paper>
        <ZoneCanvas onMap={setMap} onDraw={drawStep} onPick={setChosen} />
      </div>
      {importing && <ImportZones close={() => setImporting(false)} />}
    </>
  );
}

/** Shows a circle that has a place from the beginning, when both it and the map are there. */
function useShowAtOnce(map: ZoneMap | null, initial: ZoneDraft | null): void {
  useEffect(() => {
    if (map === null || initial === null || initial.zoneId !== null) return;
    const { area } = areaOf(initial);
    if (area !== null) map.fit([area]);
  }, [map, initial]);
}

/**
 * Opens the map where the devices are while a zone is drawn and there is no other to begin with. It is a look at their positions, which their logs
 * say. Returns how many there are.
 */
function useFleet(map: ZoneMap | null, isWanted: boolean): number {
  const enabled = useCan(mapPositions) && isWanted;
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (map === null || !enabled) return undefined;
    const leaving = new AbortController();
    // Once, and not as a query: the map must not move again when somebody does.
    const show = async () => {
      const { data } = await call(mapPositions, {}, leaving.signal);
      map.showPlaces(data.positions.map(([, latitude, longitude]) => [longitude, latitude]));
      setCount(data.positions.length);
    };
    show().catch(() => undefined);
    return () => leaving.abort();
  }, [map, enabled]);
  return enabled ? count : 0;
}

/** Proposes to be told when somebody comes to a zone or leaves it, as the preset has it. */
function AlertProposal({ zone, close }: { zone: Zone; close: () => void }) {
  const { t } = useTranslation('zones');
  const proposed = presetAlert();
  if (proposed === null) return null;
  const { event } = proposed;
  return (
    <section className={classes.proposal} aria-label={t('first.alert')}>
      <Text fw={500}>{t('first.made', { name: zone.name })}</Text>
      <Text size="sm" c="dimmed">
        {t(`first.ask.${event}`)}
      </Text>
      <Group gap="xs" mt="xs">
        <Button
          size="compact-md"
          renderRoot={(props) => <Link {...pageLink('/alerts', { search: alertSearch(event, zone) })} {...props} />}
        >
          {t('first.alert')}
        </Button>
        <Button size="compact-md" variant="default" onClick={close}>
          {t('first.notNow')}
        </Button>
      </Group>
    </section>
  );
}

/** Shows all zones once, when both they and the map are there. */
function useFitOnce(map: ZoneMap | null, zones: readonly Zone[]): void {
  const fitted = useRef<ZoneMap>(null);
  useEffect(() => {
    if (map === null || zones.length === 0 || fitted.current === map) return;
    fitted.current = map;
    map.fit(zones.map(({ area }) => area));
  }, [map, zones]);
}

interface ZoneCanvasProps {
  onMap: (map: ZoneMap | null) => void;
  onDraw: (step: DrawStep) => void;
  onPick: (zoneId: number) => void;
}

function ZoneCanvas({ onMap, onDraw, onPick }: ZoneCanvasProps) {
  const { t } = useTranslation('zones');
  // The map calls these on clicks, long after it was created, so the latest are kept in a ref.
  const latest = useRef({ onDraw, onPick });
  useEffect(() => {
    latest.current = { onDraw, onPick };
  });
  const load = async () => {
    const { createZoneMap } = await import('./zone-map.ts');
    return (options: Parameters<typeof createZoneMap>[0]) =>
      createZoneMap(options, {
        onDraw: (step) => latest.current.onDraw(step),
        onPick: (zoneId) => latest.current.onPick(zoneId),
      });
  };
  return (
    <div className={`fw-panel ${classes.map}`}>
      <MapCanvas load={load} onMap={onMap} title={t('map')} hint={t('mapHint')} />
    </div>
  );
}

function DrawButtons({ disabled, onDraw }: { disabled: boolean; onDraw: (shape: ShapeKind) => void }) {
  const { t } = useTranslation('zones');
  return (
    <>
      <Button leftSection={<IconCircle size={16} aria-hidden />} disabled={disabled} onClick={() => onDraw('CIRCLE')}>
        {t('drawCircle')}
      </Button>
      <Button leftSection={<IconPolygon size={16} aria-hidden />} disabled={disabled} onClick={() => onDraw('POLYGON')}>
        {t('drawPolygon')}
      </Button>
    </>
  );
}

function ExportButton({ zones }: { zones: readonly Zone[] }) {
  const { t } = useTranslation('zones');
  const save = () => {
    const blob = new Blob([JSON.stringify(zonesGeojson(zones), null, 1)], { type: 'application/geo+json' });
    saveBlob(blob, `${fileNameOf(['zones'], dayOf(new Date()))}.geojson`);
    toast.success(t('exported', { count: zones.length }));
  };
  return (
    <Button variant="default" leftSection={<IconFileExport size={16} aria-hidden />} onClick={save}>
      {t('export')}
    </Button>
  );
}
