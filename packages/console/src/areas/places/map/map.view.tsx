import '@mantine/core/styles/Skeleton.layer.css';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { MapToolbar } from './map-toolbar.tsx';
import classes from './map.module.css';
import texts from './map.texts.json';
import { MissingDevices } from './missing-devices.tsx';
import { PositionList } from './position-list.tsx';
import { PositionsFrame } from './positions-frame.tsx';
import { ages, type MapState, type ShownPosition } from './positions.ts';
import { type MapSearchView, useMapSearch } from './use-map-search.ts';
import { usePositions, type MapInput } from './use-positions.ts';
import { consoleLink } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../../core/components/badges/status-badge.tsx';
import { ToneBadge } from '../../../core/components/badges/tone-badge.tsx';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { useDeviceLink } from '../../../shared/device-feature/device/use-device-link.ts';
import { NewZoneLink } from '../../../shared/zone-layers/new-zone-link.tsx';
import { MapCard } from '../../../core/map-canvas/map-card.tsx';

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
              devices={state?.devices ?? null}
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
                  <Summary state={state} input={{ search, status, groupId }} />
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

function Summary({ state, input }: { state: MapState; input: MapInput }) {
  const { t } = useTranslation('map');
  const { devices, notShared, noPosition, withheld, cut } = state;
  const parts = [
    t('count', { count: devices.size }),
    ...(notShared > 0 ? [t('notShared', { count: notShared })] : []),
    ...(noPosition > 0 ? [t('noPosition', { count: noPosition })] : []),
    ...(withheld > 0 ? [t('withheld', { count: withheld })] : []),
  ];
  return (
    <div className={classes.summary}>
      <output>
        <span>{parts.join(' · ')}</span>
        {cut && <span>{t('cut')}</span>}
      </output>
      {notShared + noPosition + withheld > 0 && <MissingDevices key={JSON.stringify(input)} input={input} />}
    </div>
  );
}

interface NobodyThereProps {
  state: MapState;
  view: MapSearchView;
  refetch: () => Promise<unknown>;
}

function NobodyThere({ state, view, refetch }: NobodyThereProps) {
  const { t } = useTranslation('map');
  const { withheld, noPosition, notShared } = state;
  const why = reasonOf();
  const [title, hint] = [t(`empty.${why}`), t(`empty.${why}Hint`)];
  function reasonOf() {
    if (withheld > 0) return 'withheld';
    if (noPosition > 0) return notShared > 0 ? 'noneYet' : 'noneSent';
    if (notShared > 0) return 'noneShared';
    return view.active ? 'noneFound' : 'noDevices';
  }
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

interface DeviceCardProps {
  position: ShownPosition;
  close: () => void;
}

/** The device that was chosen on the map or in the list. */
function DeviceCard({ position, close }: DeviceCardProps) {
  const { t } = useTranslation('map');
  const { deviceId, name, person, status, at, accuracy, live, latitude, longitude } = position;
  const link = useDeviceLink()(deviceId);
  return (
    <MapCard label={t('chosen')} title={breakable(name)} closeLabel={t('close')} close={close}>
      {person !== name && <Text size="sm">{breakable(person)}</Text>}
      <Group gap="0.25rem 0.75rem" mt={4} fz="sm" c="dimmed">
        <StatusBadge status={status} />
        {live && <ToneBadge icon={IconCurrentLocation} tone="working" label={t('live')} />}
        <span>
          <RelativeTime at={new Date(at).toISOString()} /> · {t('metres', { metres: Math.round(accuracy) })}
        </span>
      </Group>
      <Group gap="0.25rem 0.75rem" mt={4} fz="sm">
        {link !== null && <Link {...({ to: link } as { to: string })}>{t('open')}</Link>}
        <Link {...({ to: consoleLink('/device/location/$deviceId', { deviceId }) } as { to: string })}>
          {t('track')}
        </Link>
        <NewZoneLink zone={{ at: { latitude, longitude }, device: { id: deviceId, name } }} />
      </Group>
    </MapCard>
  );
}
