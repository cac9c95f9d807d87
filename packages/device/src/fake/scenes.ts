import { seededRandom } from './random.ts';
import type { Scene } from './scenes/canvas.ts';
import { beach, forest, mountains, snow } from './scenes/landscapes.ts';
import { cat, dog, flowers, portrait } from './scenes/living.ts';
import { cake, food, receipt, screenshot } from './scenes/things.ts';
import { bicycle, city, fireworks } from './scenes/town.ts';

/** What simulated phones take pictures of. All of it is drawn by the code here: no picture shows anybody or anything real. */
const scenes = {
  mountains,
  beach,
  forest,
  snow,
  city,
  fireworks,
  bicycle,
  cat,
  dog,
  flowers,
  portrait,
  cake,
  food,
  receipt,
  screenshot,
} satisfies Record<string, Scene>;
export type SceneName = keyof typeof scenes;

export const sceneNames = Object.keys(scenes) as SceneName[];

const longerSide = 1000;

/** A view of a scene: the same seed is the same place, whatever the size and the moment. */
export interface View {
  scene: SceneName;
  seed: string;
  /** In pixels. */
  width: number;
  height: number;
}

/** Draws a view as SVG. `time` from 0 to 1 moves what moves in it. */
export function drawScene({ scene, seed, width, height }: View, time = 0): string {
  const scale = longerSide / Math.max(width, height);
  const canvas = {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    random: seededRandom(`${seed}/${scene}`),
    time,
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${canvas.width} ${canvas.height}" preserveAspectRatio="none">${scenes[scene](canvas)}</svg>`;
}
