/** The size of a picture in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The longest side of a picture, by how many bytes a second there are for it; the first that is enough. */
const sides = [
  { fromRate: 48 * 1024, longest: 640 },
  { fromRate: 24 * 1024, longest: 480 },
  { fromRate: 0, longest: 320 },
] as const;

/** How large pictures are sent. They keep the shape of the camera's picture, are never enlarged, and have even sides, as encoders need. */
export function sentSize({ width, height }: Size, bytesPerSecond: number): Size {
  const longest = sides.find(({ fromRate }) => bytesPerSecond >= fromRate)?.longest ?? sides[2].longest;
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: even(width), height: even(height) };
}

/** More bits a second make a picture of this size no better. */
const mostBits = 1_200_000;
/** The rest of the rate is for headers, sound and pictures that are larger than planned. */
const shareOfRate = 0.8;

/** The bit rate of a video encoder that may send so many bytes a second. */
export function bitRate(bytesPerSecond: number): number {
  return Math.round(Math.min(mostBits, bytesPerSecond * 8 * shareOfRate));
}

const worstQuality = 0.2;
const bestQuality = 0.7;

/** The quality of the next JPEG, after one with `bytes` where there were `wanted` for it. */
export function nextQuality(quality: number, bytes: number, wanted: number): number {
  if (bytes > wanted) return Math.max(worstQuality, quality - 0.1);
  return bytes < wanted / 2 ? Math.min(bestQuality, quality + 0.05) : quality;
}

export const firstQuality = 0.5;
