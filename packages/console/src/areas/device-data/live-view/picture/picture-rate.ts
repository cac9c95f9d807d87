/** How many pictures come, and how many bytes. */
export interface PictureRate {
  /** Whole pictures a second; null for a slow source, and before its second picture. */
  perSecond: number | null;
  /** Whole seconds between two pictures of a slow source; null for a faster one, and before its second picture. */
  everySeconds: number | null;
  bytesPerSecond: number;
}

/** What is counted. A slow source is measured between its last pictures, however far they are apart. */
const windowMs = 4_000;
/** A source with longer gaps is slow: "every 3 s" says more than "0 pictures a second". */
const slowAboveMs = 1_500;

/** Measures the rate of what arrives. */
export function createRateMeter() {
  let pictures: { at: number; bytes: number }[] = [];
  let sounds: { at: number; bytes: number }[] = [];

  /** The last two pictures stay, also when they are older than the window. */
  const forgetUntil = (oldest: number) => {
    const isOld = pictures.findLastIndex(({ at }) => at < oldest) + 1;
    pictures = pictures.slice(Math.min(isOld, Math.max(0, pictures.length - 2)));
    sounds = sounds.filter(({ at }) => at >= oldest);
  };

  return {
    addPicture(at: number, bytes: number): void {
      pictures.push({ at, bytes });
      forgetUntil(at - windowMs);
    },
    addSound(at: number, bytes: number): void {
      sounds.push({ at, bytes });
    },
    /** The rate at a time; null before the first picture. */
    read(now: number): PictureRate | null {
      forgetUntil(now - windowMs);
      const [first, last] = [pictures[0], pictures.at(-1)];
      if (first === undefined || last === undefined) return null;
      if (pictures.length < 2) return { perSecond: null, everySeconds: null, bytesPerSecond: last.bytes };
      // A source that has stopped becomes slower and slower.
      const gapMs = Math.max((last.at - first.at) / (pictures.length - 1), now - last.at);
      const isSlow = gapMs > slowAboveMs;
      // The bytes of the first picture came before the time that is measured; of many that makes no difference.
      const spanMs = Math.max(1000, now - first.at);
      const counted = isSlow ? pictures.slice(1) : pictures;
      const bytes = [...counted, ...sounds].reduce((sum, each) => sum + each.bytes, 0);
      return {
        perSecond: isSlow ? null : Math.max(1, Math.round((pictures.length * 1000) / spanMs)),
        everySeconds: isSlow ? Math.round(gapMs / 1000) : null,
        bytesPerSecond: (bytes * 1000) / spanMs,
      };
    },
  };
}
