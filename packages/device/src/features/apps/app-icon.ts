import { seededRandom, type Random } from '../../fake/random.ts';

/** Drawn as shapes, not as letters: a machine without fonts draws the same. Each fits a field of 100 by 100. */
const glyphs: readonly string[] = [
  '<circle cx="50" cy="50" r="22"/>',
  '<path d="M50 24 78 74H22Z"/>',
  '<rect x="28" y="28" width="44" height="44" rx="9"/>',
  '<path d="M26 34h48v28H46L34 74V62h-8Z"/>',
  '<path d="M30 66V46h10v20Zm15 0V32h10v34Zm15 0V40h10v26Z"/>',
  '<path d="M50 72C30 58 26 50 26 42a12 12 0 0 1 24-4 12 12 0 0 1 24 4c0 8-4 16-24 30Z"/>',
  '<path d="m50 24 8 18 19 2-14 13 4 19-17-10-17 10 4-19-14-13 19-2Z"/>',
  '<path d="M40 30v29a10 10 0 1 0 6 9V42h18V30Z"/>',
  '<path d="M26 36h48v6L50 56 26 42Zm0 13 24 14 24-14v19H26Z"/>',
  '<path d="M50 24a18 18 0 0 1 18 18c0 12-18 34-18 34S32 54 32 42a18 18 0 0 1 18-18Z"/>',
  '<path d="M36 26h24l10 10v38H36Z"/>',
  '<path d="M56 24 32 54h14l-4 24 26-32H52Z"/>',
  '<circle cx="44" cy="44" r="15" fill="none" stroke-width="8" stroke="#fff"/><path d="m55 61 6-6 15 15-6 6Z"/>',
  '<path d="M38 30v40l34-20Z"/>',
  '<path d="M46 28h8v18h18v8H54v18h-8V54H28v-8h18Z"/>',
  '<path d="M30 60a14 14 0 0 1 3-27 18 18 0 0 1 34 5 11 11 0 0 1 1 22Z"/>',
];

const drawn = new Map<string, Promise<Buffer>>();

/** The picture of an app as PNG: the same name has the same icon on every phone, so each is drawn once. */
export function drawIcon(name: string): Promise<Buffer> {
  const icon = drawn.get(name) ?? draw(name);
  drawn.set(name, icon);
  return icon;
}

/** The library comes with the first icon: phones that only make load never draw one. */
async function draw(name: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return await sharp(Buffer.from(iconSvg(seededRandom(`icon/${name}`))))
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function iconSvg(random: Random): string {
  const hue = random.int(0, 359);
  const [top, bottom] = [`hsl(${hue}, 68%, 56%)`, `hsl(${(hue + 24) % 360}, 72%, 42%)`];
  const glyph = random.pick(glyphs);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 100 100">
    <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/>
    </linearGradient></defs>
    <rect width="100" height="100" rx="23" fill="url(#g)"/>
    <g fill="#fff">${glyph}</g>
  </svg>`;
}
