import type { Flavor, Pois } from '@protomaps/basemaps';
import { icons } from 'virtual:world/icons';

/** The pixel ratio of the icons, for high-density screens. */
export const iconPixelRatio = 2;
const discSize = 18;

/** The kinds of places by colour. Protomaps gives their labels the same colours. */
const kindsByColor: Readonly<Partial<Record<keyof Pois, readonly string[]>>> = {
  green: ['beach', 'forest', 'marina', 'park', 'peak', 'zoo', 'garden', 'bench'],
  lapis: ['aerodrome', 'train_station', 'bus_stop', 'ferry_terminal'],
  blue: ['supermarket', 'convenience', 'books', 'beauty', 'electronics', 'clothes'],
  tangerine: ['restaurant', 'fast_food', 'cafe', 'bar'],
  pink: ['attraction', 'museum', 'theatre', 'artwork'],
};

/** Draws the icon that a Protomaps layer refers to by name. An unknown name gives an empty icon. */
export function drawMapIcon(id: string, flavor: Flavor): ImageData {
  const [, letters] = /^(?:generic_shield|US:I|NL:S-road)-(\d)char$/.exec(id) ?? [];
  if (letters !== undefined) return drawShield(Number(letters), flavor);
  if (id === 'townspot' || id === 'capital') return drawSpot(id === 'capital', flavor);
  if (id === 'arrow') return drawArrow(flavor);
  const lines = icons[id];
  return lines === undefined ? new ImageData(1, 1) : drawPlace(lines, colorOf(id, flavor), flavor);
}

function colorOf(kind: string, { pois, city_label: usual }: Flavor): string {
  const [name = 'slategray'] = Object.entries(kindsByColor).find(([, kinds]) => kinds.includes(kind)) ?? [];
  return pois?.[name as keyof Pois] ?? usual;
}

/** A coloured disc with the icon in it. */
function drawPlace(lines: string, color: string, { earth }: Flavor): ImageData {
  return draw(discSize, discSize, (context) => {
    circle(context, discSize / 2, discSize / 2, discSize / 2 - 1, color);
    const size = 12;
    context.translate((discSize - size) / 2, (discSize - size) / 2);
    context.scale(size / 24, size / 24);
    context.strokeStyle = earth;
    context.lineWidth = 2.4;
    context.stroke(new Path2D(lines));
  });
}

/** Draws the shield behind a road number of `letters` characters. */
function drawShield(letters: number, { earth, roads_label_major: ink }: Flavor): ImageData {
  const [width, height] = [10 + letters * 6, 16];
  return draw(width, height, (context) => {
    context.fillStyle = earth;
    context.strokeStyle = ink;
    context.beginPath();
    context.roundRect(1, 1, width - 2, height - 2, 3);
    context.fill();
    context.stroke();
  });
}

function drawSpot(isCapital: boolean, { earth, city_label: ink }: Flavor): ImageData {
  return draw(12, 12, (context) => {
    circle(context, 6, 6, 5, ink);
    circle(context, 6, 6, 3.6, earth);
    if (isCapital) circle(context, 6, 6, 2.2, ink);
  });
}

/** Draws an arrow that points up; the map rotates it along the road. */
function drawArrow({ roads_label_minor: ink }: Flavor): ImageData {
  return draw(12, 12, (context) => {
    context.strokeStyle = ink;
    context.stroke(new Path2D('M6 11V2M3 5l3-3l3 3'));
  });
}

function circle(context: CanvasRenderingContext2D, x: number, y: number, radius: number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function draw(width: number, height: number, paint: (context: CanvasRenderingContext2D) => void): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = width * iconPixelRatio;
  canvas.height = height * iconPixelRatio;
  const context = canvas.getContext('2d');
  if (!context) return new ImageData(1, 1);
  context.scale(iconPixelRatio, iconPixelRatio);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  paint(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
