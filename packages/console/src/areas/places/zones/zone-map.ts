import './zone-map.css';
import { boxOf, type Box, type Zone, type ZoneShape } from '@fairwatch/contract';
import { Marker, type Map as MapLibreMap } from 'maplibre-gl';
import { createBaseMap, type BaseMapOptions } from '../../../core/map-canvas/base-map.ts';
import { boxAround } from '../../../core/map-canvas/geo-features.ts';
import type { Scheme } from '../../../core/map-canvas/map-palette.ts';
import { aboveZones, createZoneLayers, zoneFillLayer } from '../../../shared/zone-layers/zone-layers.ts';
import { createDraftOverlay } from './draft-overlay.ts';
import type { Corner, DrawStep, Handle, ZoneDraft } from './zone-draft.ts';

/** The interface between the page and the map library. */
export interface ZoneMap {
  setZones(zones: readonly Zone[]): void;
  /** Shows the draft with its handles; null ends drawing. */
  setDraft(draft: ZoneDraft | null): void;
  setScheme(scheme: Scheme): void;
  /** Shows these areas as a whole. */
  fit(areas: readonly ZoneShape[]): void;
  /** Shows where something is, such as the devices. */
  showPlaces(places: readonly Corner[]): void;
  /** Moves to a place that was found by its address. */
  goTo(at: Corner): void;
  remove(): void;
}

interface ZoneMapEvents {
  onDraw: (step: DrawStep) => void;
  /** Called with the id of a zone that was clicked while nothing is drawn. */
  onPick: (zoneId: number) => void;
}

/** A circle of fewer pixels than this is hard to see, and its border hard to drag. */
const smallPixels = 40;
/** A click this close to the last corner, in pixels, is the second one of a double click. */
const sameCornerPixels = 8;
const closeUpZoom = 15;
const placesZoom = 14;
const fitPadding = 48;

/** Creates the map of zones. Throws when the browser has no WebGL. */
export function createZoneMap(options: BaseMapOptions, { onDraw, onPick }: ZoneMapEvents): ZoneMap {
  const { calm } = options;
  let zones: readonly Zone[] = [];
  let draft: ZoneDraft | null = null;
  const { map, overlay, setScheme, remove } = createBaseMap(options, { scrolls: false, overlayOf: createLayers });
  const handles = createHandles(map, (handle, at) => onDraw({ do: 'move', handle, at }));

  map.on('click', ({ lngLat, point }) => {
    if (draft === null) {
      const [hit] = map.getLayer(zoneFillLayer) ? map.queryRenderedFeatures(point, { layers: [zoneFillLayer] }) : [];
      const zoneId: unknown = hit?.properties['zoneId'];
      if (typeof zoneId === 'number') onPick(zoneId);
      return;
    }
    const last = draft.corners.at(-1);
    if (last !== undefined && map.project([...last]).dist(point) < sameCornerPixels) return;
    // The place may be on the copy of the world beyond the antimeridian.
    const { lng, lat } = lngLat.wrap();
    onDraw({ do: 'place', at: [lng, lat] });
  });
  map.on('dblclick', (event) => {
    if (draft === null) return;
    event.preventDefault();
    onDraw({ do: 'finish' });
  });
  // The canvas has the focus after a click.
  map.getContainer().addEventListener('keydown', (event) => {
    if (!draft?.isDrawing) return;
    if (event.key === 'Enter') onDraw({ do: 'finish' });
    else if (event.key === 'Backspace') onDraw({ do: 'undo' });
    else return;
    event.preventDefault();
  });

  /** Shows areas as a whole. */
  function fit(areas: readonly ZoneShape[]): void {
    if (areas.length === 0) return;
    const { west, south, east, north } = areas.map(boxOf).reduce(joinBoxes);
    map.fitBounds([west, south, east, north], {
      padding: fitPadding,
      maxZoom: closeUpZoom + 1,
      duration: calm || map.getZoom() < 3 ? 0 : 600,
    });
  }
  /** Moves to a circle that was just placed, unless it can be seen and its border dragged as it is. */
  function showPlaced({ centre, radius }: ZoneDraft): void {
    if (centre === null) return;
    const area: ZoneShape = { shape: 'CIRCLE', longitude: centre[0], latitude: centre[1], radius };
    const { west, east, south, north } = boxOf(area);
    const [topLeft, bottomRight] = [map.project([west, north]), map.project([east, south])];
    const { clientWidth, clientHeight } = map.getCanvas();
    // With room around it: a border at the edge of the map cannot be dragged outwards.
    const isSeen =
      Math.min(topLeft.x, topLeft.y, clientWidth - bottomRight.x, clientHeight - bottomRight.y) >= fitPadding;
    if (bottomRight.x - topLeft.x < smallPixels || !isSeen) fit([area]);
  }

  const showZones = () => overlay.setZones(zones.filter(({ id }) => id !== draft?.zoneId));
  return {
    setZones(next) {
      zones = next;
      showZones();
    },
    setDraft(next) {
      const isPlaced = next?.shape === 'CIRCLE' && !next.isDrawing && draft?.isDrawing === true;
      draft = next;
      overlay.setDraft(next);
      handles.show(next);
      showZones();
      map.getCanvas().style.cursor = next?.isDrawing ? 'crosshair' : '';
      if (isPlaced) showPlaced(next);
    },
    setScheme,
    fit,
    showPlaces(places) {
      const box = boxAround(places);
      if (box !== null)
        map.fitBounds(box, { padding: fitPadding, maxZoom: placesZoom, duration: calm || map.getZoom() < 3 ? 0 : 600 });
    },
    goTo(at) {
      map.easeTo({ center: [...at], zoom: Math.max(map.getZoom(), closeUpZoom), duration: calm ? 0 : 600 });
    },
    remove,
  };
}

function createLayers(map: MapLibreMap) {
  const zoneLayers = createZoneLayers(map);
  const draftOverlay = createDraftOverlay(map);
  return Object.assign(aboveZones(zoneLayers, draftOverlay), { setZones: zoneLayers.setZones });
}

function joinBoxes(one: Box, other: Box): Box {
  return {
    west: Math.min(one.west, other.west),
    south: Math.min(one.south, other.south),
    east: Math.max(one.east, other.east),
    north: Math.max(one.north, other.north),
  };
}

/** The draggable dots of a draft. They are hidden from screen readers, whose users type the same numbers into the form. */
function createHandles(map: MapLibreMap, onMove: (handle: Handle, at: Corner) => void) {
  const markers = new Map<Handle, Marker>();
  let dragged: Handle | null = null;

  function create(handle: Handle): Marker {
    const element = document.createElement('div');
    element.className = 'fw-zone-handle';
    element.dataset['handle'] = typeof handle === 'number' ? 'corner' : handle;
    element.setAttribute('aria-hidden', 'true');
    const marker = new Marker({ element, draggable: true });
    marker.on('dragstart', () => (dragged = handle));
    marker.on('drag', () => {
      const { lng, lat } = marker.getLngLat();
      onMove(handle, [lng, lat]);
    });
    marker.on('dragend', () => (dragged = null));
    return marker;
  }

  return {
    show(draft: ZoneDraft | null): void {
      const wanted = draft ? handlesOf(draft) : new Map<Handle, Corner>();
      for (const [handle, marker] of markers) {
        if (wanted.has(handle)) continue;
        marker.remove();
        markers.delete(handle);
      }
      for (const [handle, at] of wanted) {
        const known = markers.get(handle);
        // The one that is dragged follows the pointer.
        if (known !== undefined && handle === dragged) continue;
        const marker = known ?? create(handle);
        marker.setLngLat([...at]);
        if (known === undefined) marker.addTo(map);
        markers.set(handle, marker);
      }
    },
  };
}

function handlesOf({ shape, centre, radius, corners }: ZoneDraft): Map<Handle, Corner> {
  if (shape === 'POLYGON') return new Map(corners.map((corner, index) => [index, corner]));
  if (centre === null) return new Map();
  const [longitude, latitude] = centre;
  const { east } = boxOf({ shape: 'CIRCLE', latitude, longitude, radius });
  return new Map<Handle, Corner>([
    ['centre', centre],
    ['radius', [east, latitude]],
  ]);
}
