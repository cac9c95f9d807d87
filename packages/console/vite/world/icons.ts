import { readFile } from 'node:fs/promises';

/** Which icon of Tabler stands for each kind of place that the layers of Protomaps show. */
const iconOf: Readonly<Record<string, string>> = {
  aerodrome: 'plane',
  animal: 'paw',
  artwork: 'palette',
  attraction: 'star',
  bar: 'beer',
  beach: 'beach',
  beauty: 'scissors',
  bench: 'armchair',
  books: 'book',
  building: 'building',
  bus_stop: 'bus',
  cafe: 'coffee',
  clothes: 'shirt',
  convenience: 'basket',
  drinking_water: 'droplet',
  electronics: 'device-desktop',
  fast_food: 'burger',
  ferry_terminal: 'ferry',
  forest: 'trees',
  garden: 'plant-2',
  library: 'books',
  marina: 'anchor',
  museum: 'building-monument',
  park: 'tree',
  peak: 'mountain',
  post_office: 'mail',
  restaurant: 'tools-kitchen-2',
  school: 'backpack',
  stadium: 'ball-football',
  supermarket: 'shopping-cart',
  theatre: 'masks-theater',
  toilets: 'man',
  townhall: 'building-bank',
  train_station: 'train',
  university: 'school',
  zoo: 'paw',
};

/**
 * Each icon as its lines, in a square of 24: a browser draws them in the colours of the map. They are read from the components that the pages
 * use, so that nobody has to install the five thousand drawings once more (`overrides` in the package.json of the repository).
 */
export async function readIcons(): Promise<Record<string, string>> {
  const icons = await Promise.all(
    Object.entries(iconOf).map(async ([kind, icon]) => {
      const name = icon.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
      const file = import.meta.resolve(`@tabler/icons-react/dist/esm/icons/Icon${name}.mjs`);
      const component = await readFile(new URL(file), 'utf8');
      const lines = [...component.matchAll(/\["path", \{ "d": "([^"]+)"/g)].map(([, line = '']) => line);
      if (lines.length === 0) throw new Error(`The icon ${icon} has no lines.`);
      return [kind, lines.join('')] as const;
    }),
  );
  return Object.fromEntries(icons);
}
