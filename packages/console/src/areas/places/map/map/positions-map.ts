import { createBaseMap, reportClicks, type BaseMapOptions } from '../../../../core/map-canvas/base-map.ts';
import { boxAround, nearestLongitude } from '../../../../core/map-canvas/geo-features.ts';
import type { Scheme } from '../../../../core/map-canvas/map-palette.ts';
import type { Trail } from '../../../../core/map-canvas/trail.ts';
import { aboveZones, createZoneLayers } from '../../../../shared/zone-layers/zone-layers.ts';
import type { DrawnZone } from '../../../../shared/zone-layers/zone-shapes.ts';
import type { ShownPosition } from '../positions.ts';
import { closeUpZoom, fitPadding } from './position-fit.ts';
import { clickableLayers } from './position-layers.ts';
import { createPositionOverlay, positionLayer } from './position-overlay.ts';

/** The interface between the page and the map library. */
export interface PositionsMap {
  /** `now` is the time by which the age of the positions is shown. */
  setPositions(positions: Iterable<ShownPosition>, now: number): void;
  /** Shows how exactly a position is known, and keeps it in view as it moves. */
  setChosen(position: ShownPosition | null): void;
  /** Shows where the chosen device went during its live location. */
  setTrail(trail: Trail): void;
  setZones(zones: readonly DrawnZone[]): void;
  setScheme(scheme: Scheme): void;
  /** Zooms to these positions. */
  fit(positions: Iterable<ShownPosition>): void;
  remove(): void;
}

/** Creates the map of all devices. Throws when the browser has no WebGL. */
export function createPositionsMap(options: BaseMapOptions, onPick: (deviceId: number) => void): PositionsMap {
  const { calm } = options;
  let chosenId: number | null = null;
  const { map, overlay, setScheme, remove } = createBaseMap(options, {
    scrolls: false,
    overlayOf: (map) => {
      const zones = createZoneLayers(map);
      return Object.assign(aboveZones(zones, createPositionOverlay(map)), { setZones: zones.setZones });
    },
  });
  reportClicks(map, {
    layers: clickableLayers.map(positionLayer),
    clustered: positionLayer('points'),
    closeUpZoom,
    onPick: ({ deviceId }) => {
      if (typeof deviceId === 'number') onPick(deviceId);
    },
  });

  return {
    setPositions: overlay.setPositions,
    setTrail: overlay.setTrail,
    setZones: overlay.setZones,
    setChosen(position) {
      const isNew = position !== null && position.deviceId !== chosenId;
      chosenId = position?.deviceId ?? null;
      overlay.setChosen(position);
      if (!position) return;
      const center: [number, number] = [nearestLongitude(position.longitude, map.getCenter().lng), position.latitude];
      const zoom = Math.max(map.getZoom(), closeUpZoom);
      if (isNew) map.easeTo({ center, zoom, duration: calm ? 0 : 500 });
      else if (!map.getBounds().contains(center)) map.panTo(center, { duration: calm ? 0 : 300 });
    },
    setScheme,
    fit(positions) {
      const box = boxAround(Array.from(positions, ({ longitude, latitude }) => [longitude, latitude]));
      if (box === null) return;
      map.fitBounds(box, {
        padding: fitPadding,
        maxZoom: closeUpZoom,
        duration: calm || map.getZoom() < 3 ? 0 : 600,
      });
    },
    remove,
  };
}
