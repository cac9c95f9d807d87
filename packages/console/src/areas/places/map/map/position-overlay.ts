import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { accuracyCircle, featureCollection, pointFeature } from '../../../../core/map-canvas/geo-features.ts';
import { fontOf, prefixLayers, recolor, type MapOverlay } from '../../../../core/map-canvas/map-overlay.ts';
import type { Palette } from '../../../../core/map-canvas/map-palette.ts';
import { trailData, type Trail } from '../../../../core/map-canvas/trail.ts';
import { ageOf, ages, type ShownPosition } from '../positions.ts';
import { positionLayers, positionSources } from './position-layers.ts';

const prefix = 'position-';

export function positionLayer(name: string): string {
  return prefix + name;
}

interface PositionOverlay extends MapOverlay {
  setPositions(positions: Iterable<ShownPosition>, now: number): void;
  setChosen(position: ShownPosition | null): void;
  setTrail(trail: Trail): void;
}

/** The layers above the base map: the positions, the chosen one and its trail. They are added again after each change of the base map. */
export function createPositionOverlay(map: MapLibreMap): PositionOverlay {
  let points = featureCollection([]);
  let chosen = featureCollection([]);
  let trail = featureCollection([]);
  let isAttached = false;

  const show = (name: string, data: GeoJSON.FeatureCollection) => {
    if (isAttached) void map.getSource<GeoJSONSource>(prefix + name)?.setData(data);
  };
  const layersOf = (palette: Palette): LayerSpecification[] =>
    prefixLayers(positionLayers(palette, fontOf(map)), prefix);

  return {
    setPositions(positions, now) {
      points = featureCollection(Array.from(positions, (position) => positionFeature(position, now)));
      show('points', points);
    },
    setChosen(position) {
      chosen = featureCollection(
        position ? [accuracyCircle(position), pointFeature(position.latitude, position.longitude, {})] : [],
      );
      show('chosen', chosen);
    },
    setTrail(next) {
      trail = trailData(next);
      show('trail', trail);
    },
    addTo(palette) {
      for (const [name, source] of Object.entries(positionSources)) map.addSource(prefix + name, source);
      for (const layer of layersOf(palette)) map.addLayer(layer);
      isAttached = true;
      show('points', points);
      show('chosen', chosen);
      show('trail', trail);
    },
    recolor(palette) {
      if (isAttached) recolor(map, layersOf(palette));
    },
    detach() {
      isAttached = false;
    },
  };
}

function positionFeature(position: ShownPosition, now: number): GeoJSON.Feature {
  const { deviceId, latitude, longitude, name } = position;
  return pointFeature(latitude, longitude, { deviceId, name, age: ages.indexOf(ageOf(position, now)) });
}
