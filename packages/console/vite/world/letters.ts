import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The fonts that the layers of Protomaps name, and which style of Noto Sans each is. */
const styles = {
  'Noto Sans Regular': '400-normal',
  'Noto Sans Medium': '500-normal',
  'Noto Sans Italic': '400-italic',
};

interface FontFile {
  name: string;
  ranges: string[];
  bytes: Buffer;
}

/** The font files of each font, with the characters that each file has. A browser fetches those that it meets on the map. */
export async function readLetters(): Promise<Record<string, FontFile[]>> {
  const unicode = fileURLToPath(import.meta.resolve('@fontsource/noto-sans/unicode.json'));
  const subsets = Object.entries(JSON.parse(await readFile(unicode, 'utf8')) as Record<string, string>);
  const fonts: Record<string, FontFile[]> = {};
  for (const [font, style] of Object.entries(styles)) {
    fonts[font] = await Promise.all(
      subsets.map(async ([subset, ranges]) => {
        const name = `noto-sans-${subset}-${style}.woff2`;
        const file = fileURLToPath(import.meta.resolve(`@fontsource/noto-sans/files/${name}`));
        return { name, ranges: ranges.split(','), bytes: await readFile(file) };
      }),
    );
  }
  return fonts;
}
