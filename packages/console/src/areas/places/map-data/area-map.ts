import './area-map.css';
import type { MapArea } from '@fairwatch/contract';
import { Marker, type GeoJSONSource, type LayerSpecification, type Map as MapLibreMap } from 'maplibre-gl';
import { createBaseMap, type BaseMapOptions } from '../../../core/map-canvas/base-map.ts';
import { featureCollection } from '../../../core/map-canvas/geo-features.ts';
import { prefixLayers, recolor, type MapOverlay } from '../../../core/map-canvas/map-overlay.ts';
import type { Palette, Scheme } from '../../../core/map-canvas/map-palette.ts';
import { createAreaDrawing } from './area-drawing.ts';
import { areaHandles, draggedArea, placeOfHandle, type AreaHandle } from './area-draft.ts';

/** The interface between the page and the map library. */
export interface AreaMap {
  setArea(area: MapArea | null): void;
  /** While true, dragging draws a rectangle instead of moving the map. */
  setDrawing(isOn: boolean): void;
  /** Shows an area as a whole. */
  fit(area: MapArea): void;
  /** What the map shows now, without its border. */
  view(): MapArea;
  setScheme(scheme: Scheme): void;
  remove(): void;
}

const prefix = 'map-area-';
/**
 * The space around an area, in pixels, so that its corners can be dragged: beside the buttons, and above the scale and the attribution, which
 * has two lines on a phone.
 */
const fitPadding = { top: 48, right: 56, bottom: 84, left: 48 };

interface AreaMapEvents {
  /** Called while a rectangle is drawn or changed; with null when the first one was given up. */
  onDrag: (area: MapArea | null) => void;
  /** Called when drawing has ended. */
  onDrawn: () => void;
}

/** Creates the map on which an area is chosen. Throws when the browser has no WebGL. */
export function createAreaMap(options: BaseMapOptions, { onDrag, onDrawn }: AreaMapEvents): AreaMap {
  const { map, overlay, setScheme, remove } = createBaseMap(options, { scrolls: false, overlayOf: createOverlay });
  let area: MapArea | null = null;
  let isDrawing = false;
  const drawing = createAreaDrawing(map, () => area, { onDraw: onDrag, onEnd: onDrawn });
  const handles = createHandles(map, (handle, at) => {
    if (area !== null) onDrag(draggedArea(area, handle, at));
  });
  return {
    setArea(next) {
      area = next;
      overlay.setArea(next);
      handles.show(isDrawing ? null : next);
    },
    setDrawing(isOn) {
      isDrawing = isOn;
      drawing.set(isOn);
      handles.show(isOn ? null : area);
      if (isOn) options.container.scrollIntoView({ block: 'nearest' });
    },
    fit: ({ west, south, east, north }) =>
      void map.fitBounds([west, south, east, north], { padding: fitPadding, duration: options.calm ? 0 : 600 }),
    view() {
      const { clientWidth, clientHeight } = map.getCanvas();
      const { lng: west, lat: north } = map.unproject([fitPadding.left, fitPadding.top]);
      const { lng: east, lat: south } = map.unproject([
        clientWidth - fitPadding.right,
        clientHeight - fitPadding.bottom,
      ]);
      return { west, south, east, north };
    },
    setScheme,
    remove() {
      drawing.remove();
      remove();
    },
  };
}

interface AreaOverlay extends MapOverlay {
  setArea(area: MapArea | null): void;
}

function createOverlay(map: MapLibreMap): AreaOverlay {
  let area: MapArea | null = null;
  let isAttached = false;
  const data = () => featureCollection(area === null ? [] : [featureOf(area)]);
  return {
    setArea(next) {
      area = next;
      if (isAttached) void map.getSource<GeoJSONSource>(`${prefix}area`)?.setData(data());
    },
    addTo(palette) {
      map.addSource(`${prefix}area`, { type: 'geojson', data: data() });
      for (const layer of layers(palette)) map.addLayer(layer);
      isAttached = true;
    },
    recolor(palette) {
      if (isAttached) recolor(map, layers(palette));
    },
    detach() {
      isAttached = false;
    },
  };
}

function layers({ accent }: Palette): LayerSpecification[] {
  return prefixLayers(
    [
      { id: 'fill', type: 'fill', source: 'area', paint: { 'fill-color': accent, 'fill-opacity': 0.18 } },
      { id: 'border', type: 'line', source: 'area', paint: { 'line-color': accent, 'line-width': 2.5 } },
    ],
    prefix,
  );
}

function featureOf({ west, south, east, north }: MapArea): GeoJSON.Feature {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
}

/** The draggable corners and middle. They are hidden from screen readers, whose users type the same numbers into the form. */
function createHandles(map: MapLibreMap, onMove: (handle: AreaHandle, at: [number, number]) => void) {
  let dragged: AreaHandle | null = null;
  let isShown = false;
  const markers = areaHandles.map((handle) => {
    const element = document.createElement('div');
    element.className = 'fw-area-handle';
    element.dataset['handle'] = handle;
    element.setAttribute('aria-hidden', 'true');
    const marker = new Marker({ element, draggable: true });
    marker.on('dragstart', () => (dragged = handle));
    marker.on('drag', () => {
      const { lng, lat } = marker.getLngLat();
      onMove(handle, [lng, lat]);
    });
    marker.on('dragend', () => (dragged = null));
    return { handle, marker };
  });
  return {
    show(area: MapArea | null): void {
      for (const { handle, marker } of markers) {
        if (area === null) {
          marker.remove();
          continue;
        }
        // The one that is dragged follows the pointer.
        if (handle !== dragged) marker.setLngLat(placeOfHandle(area, handle));
        if (!isShown) marker.addTo(map);
      }
      isShown = area !== null;
    },
  };
}
