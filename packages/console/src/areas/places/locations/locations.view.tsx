import { locations } from '@fairwatch/contract';
import { IconMapPin } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { DeviceFeatureHeader } from '../../../shared/device-feature/device-feature-header.tsx';
import { DeviceFeatureTable } from '../../../shared/device-feature/device-feature-page.tsx';
import { deviceName } from '../../../shared/device-feature/device/device-name.ts';
import { useDeviceFeature } from '../../../shared/device-feature/use-device-feature.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { columns, exportColumns, type Location } from './locations.columns.tsx';
import classes from './locations.module.css';
import { FollowButton } from './live/follow-button.tsx';
import liveTexts from './live/live-location.texts.json';
import { LivePanel } from './live/live-panel.tsx';
import { useLiveLocation } from './live/use-live-location.ts';
import texts from './locations.texts.json';
import { TrackSkeleton } from './track-skeleton.tsx';
import type { NamedPoint } from './track-shape.ts';

addTexts('locations', texts);
addTexts('live-location', liveTexts);

/** Lazy, so that the list is shown before the track and its map are loaded. */
const TrackPanel = lazy(async () => ({ default: (await import('./track/track-panel.tsx')).TrackPanel }));

/** The locations of a device: on a map by day, and as a list. */
export function LocationsView() {
  const list = useDeviceFeature(locations);
  const live = useLiveLocation(list);
  const { loading, error, rows: points } = list.rows;
  // Without any location there is no map, and the empty list says what to do.
  const isEmpty = !loading && points.length === 0 && !list.filter.active && list.rows.view.search === '';
  const [marked, setMarked] = useState<NamedPoint | null>(null);
  const name = list.device ? deviceName(list.device) : String(list.deviceId);
  const panel = useRef<HTMLDivElement>(null);

  const showOnMap = ({ localDateTime, ...row }: Location) => {
    setMarked({ ...row, at: Date.parse(localDateTime) });
    // The map is at its top; `nearest` shows the end of a panel that is higher than the page.
    panel.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      <DeviceFeatureHeader list={list} actions={<FollowButton live={live} />} />
      <LivePanel live={live} device={{ id: list.deviceId, name }} />
      {error === null && !isEmpty && (
        <div ref={panel} className={classes.track}>
          <Suspense fallback={<TrackSkeleton />}>
            <TrackPanel
              deviceId={list.deviceId}
              device={name}
              chosen={list.filter.days}
              trail={live.trail}
              marked={marked}
              onMark={setMarked}
              onDay={(day) => list.filter.change({ from: day, to: day })}
            />
          </Suspense>
        </div>
      )}
      {/* Hidden until its rows are loaded, because only then it is known whether the map is above it. */}
      <div hidden={loading}>
        <DeviceFeatureTable
          list={list}
          columns={columns}
          exportColumns={exportColumns}
          icon={IconMapPin}
          onRowOpen={showOnMap}
        />
      </div>
    </>
  );
}
