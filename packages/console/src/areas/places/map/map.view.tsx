import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, Stack } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { DeviceCard } from './device-card.tsx';
import { MapToolbar } from './map-toolbar.tsx';
import classes from './map.module.css';
import texts from './map.texts.json';
import { PositionList } from './position-list.tsx';
import { PositionsFrame } from './positions-frame.tsx';
import { ages, type MapState } from './positions.ts';
import { useMapSearch, type MapSearchView } from './use-map-search.ts';
import { usePositions } from './use-positions.ts';

addTexts('map', texts);

const none: MapState['devices'] = new Map();

/** Where all devices are whose people share their location: on a map and as a list. */
export function MapView() {
  const { t } = useTranslation('map');
  const view = useMapSearch();
  const { search, status, groupId, device } = view;
  const { state, error, refetch } = usePositions({ search, status, groupId });
  const [fits, setFits] = useState(0);
  const devices = state?.devices ?? none;
  const chosen = device === undefined ? null : (devices.get(device) ?? null);
  const choose = (deviceId: number | undefined) => view.change({ device: deviceId }, { replace: device !== undefined });
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <section className={`fw-panel ${classes.panel}`} aria-label={t('region')}>
        <MapToolbar view={view} fit={devices.size === 0 ? null : () => setFits(fits + 1)} />
        {error === null ? (
          <div className={classes.body}>
            <PositionsFrame
              devices={devices}
              chosen={chosen}
              onPick={choose}
              fitKey={JSON.stringify([search, status, groupId, fits])}
            >
              {chosen !== null && <DeviceCard position={chosen} close={() => choose(undefined)} />}
              <Legend />
            </PositionsFrame>
            <div className={classes.sheet}>
              {state === null ? (
                <ListSkeleton />
              ) : (
                <>
                  <Summary state={state} />
                  {devices.size === 0 ? (
                    <NobodyThere state={state} view={view} refetch={refetch} />
                  ) : (
                    <PositionList
                      key={JSON.stringify([search, status, groupId])}
                      devices={devices}
                      chosenId={device}
                      onChoose={choose}
                    />
                  )}
                </>
              )}
            </div>
          </div>
        ) : (
          <ErrorView error={error} retry={refetch} />
        )}
      </section>
    </>
  );
}

function Summary({ state: { devices, notShared, noPosition, withheld, cut } }: { state: MapState }) {
  const { t } = useTranslation('map');
  const parts = [
    t('count', { count: devices.size }),
    ...(notShared > 0 ? [t('notShared', { count: notShared })] : []),
    ...(noPosition > 0 ? [t('noPosition', { count: noPosition })] : []),
    ...(withheld > 0 ? [t('withheld', { count: withheld })] : []),
  ];
  return (
    <output className={classes.summary}>
      <span>{parts.join(' · ')}</span>
      {cut && <span>{t('cut')}</span>}
    </output>
  );
}

interface NobodyThereProps {
  state: MapState;
  view: MapSearchView;
  refetch: () => Promise<unknown>;
}

function NobodyThere({ state, view, refetch }: NobodyThereProps) {
  const { t } = useTranslation('map');
  const [title, hint] =
    state.withheld > 0
      ? [t('empty.withheld'), t('empty.withheldHint')]
      : view.active
        ? [t('empty.noneFound'), t('empty.noneFoundHint')]
        : [t('empty.title'), t('empty.hint')];
  return <EmptyView icon={IconMapPin} title={title} hint={hint} refetch={refetch} />;
}

/** What the colours on the map mean. */
function Legend() {
  const { t } = useTranslation('map');
  return (
    <ul className={classes.legend} aria-label={t('age.label')}>
      {ages.map((age) => (
        <li key={age}>
          <span className={classes.dot} data-age={age} aria-hidden />
          {t(`age.${age}`)}
        </li>
      ))}
    </ul>
  );
}

const skeletonRows = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function ListSkeleton() {
  return (
    <Stack gap="sm" p="md" aria-busy>
      {skeletonRows.map((row) => (
        <Skeleton key={row} height={40} />
      ))}
    </Stack>
  );
}
