import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { seededRandom } from '../random.ts';

/** The motifs of simulated photos. We drew all of them (`drawings/README.md`): no picture shows anybody or anything real. */
export const sceneNames = [
  'mountains',
  'beach',
  'forest',
  'snow',
  'city',
  'fireworks',
  'bicycle',
  'cat',
  'dog',
  'flowers',
  'portrait',
  'cake',
  'food',
  'receipt',
  'screenshot',
] as const;
export type SceneName = (typeof sceneNames)[number];

/** A view of a scene: the same seed is the same picture, whatever its size. */
export interface View {
  scene: SceneName;
  seed: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** The sizes of the stored drawings, in their own units. */
const canvases = { wide: [1000, 667], tall: [667, 1000], screen: [462, 1000] } as const;
type Canvas = keyof typeof canvases;

type Photos = Record<SceneName, Partial<Record<Canvas, string[]>>>;
/** The frames of each loop, all of them wide. The loops of a scene begin with its first wide photos. */
type Films = Partial<Record<SceneName, string[][]>>;

const loopsPerScene = 2;

/** Kept once they are read. Films are not: they are larger and asked for rarely. */
let photos: Photos | undefined;

function photosOf({ scene }: View) {
  photos ??= read('photos') as Photos;
  return photos[scene];
}

/** Draws a photo as SVG. */
export function drawPhoto(view: View): string {
  const { wide = [], tall = [], screen = [] } = photosOf(view);
  if (screen.length > 0) return frame(view, 'screen', pick(view, screen));
  return view.width > view.height ? frame(view, 'wide', pick(view, wide)) : frame(view, 'tall', pick(view, tall));
}

/** Draws the first frame of a film, without reading the others. */
export function drawFirstFrame(view: View): string {
  return frame(view, 'wide', pick(view, (photosOf(view).wide ?? []).slice(0, loopsPerScene)));
}

/** Scenes whose last frame leads to their first. The others are played forth and back. */
const circular: readonly SceneName[] = ['fireworks', 'bicycle'];

/** Draws the frames of a film that is played again and again without a jump. */
export function drawLoop(view: View): string[] {
  const films = read('films') as Films;
  const frames = pick(view, films[view.scene] ?? []);
  const back = circular.includes(view.scene) ? [] : frames.slice(1, -1).toReversed();
  return [...frames, ...back].map((inside) => frame(view, 'wide', inside));
}

function read(name: 'photos' | 'films'): unknown {
  return JSON.parse(String(brotliDecompressSync(readFileSync(new URL(`drawings/${name}.json.br`, import.meta.url)))));
}

const pick = <Item>({ seed }: View, list: readonly Item[]): Item => seededRandom(`${seed}/drawing`).pick(list);

/** Colours of light that lie thinly over a photo: warm, cool, dusk, haze. */
const lights = ['#ff9a3c', '#3c8cff', '#0b1030', '#ffffff'];

/** The seed also decides the section, the side and the light, so that photos from the same drawing differ. */
function frame({ seed, width, height }: View, canvas: Canvas, inside: string): string {
  const random = seededRandom(`${seed}/frame`);
  const [w, h] = canvases[canvas];
  // A screenshot has neither a side nor a light.
  const isScreen = canvas === 'screen';
  const zoom = isScreen ? 1 : 1 + random.next() * 0.15;
  const left = random.next() * (w - w / zoom);
  const top = random.next() * (h - h / zoom);
  const mirror = !isScreen && random.chance(0.5) ? `transform="translate(${w} 0) scale(-1 1)"` : '';
  const opacity = isScreen ? 0 : random.next() * 0.16;
  const light = `<rect width="${w}" height="${h}" fill="${random.pick(lights)}" fill-opacity="${opacity.toFixed(3)}"/>`;
  const viewBox = [left, top, w / zoom, h / zoom].map((value) => value.toFixed(1)).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}" preserveAspectRatio="xMidYMid slice"><g ${mirror}>${inside}</g>${light}</svg>`;
}
