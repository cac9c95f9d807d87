import { expect, it } from 'vitest';
import { droppedFiles, pickedFiles } from './dropped-files.ts';

const file = (name: string) => new File([name], name);

/** A `FileSystemEntry` as browsers provide it for a drop: a directory is read in several batches. */
function entryOf(name: string, content?: object[]): object {
  if (!content) return { isFile: true, name, file: (resolve: (found: File) => void) => resolve(file(name)) };
  const batches = [content.slice(0, 1), content.slice(1), []].filter((batch, index) => batch.length > 0 || index === 2);
  return {
    isFile: false,
    name,
    createReader: () => ({ readEntries: (resolve: (found: object[]) => void) => resolve(batches.shift() ?? []) }),
  };
}

const drop = (...entries: object[]) =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] }) as unknown as DataTransfer;

const pathsOf = async (data: DataTransfer) =>
  (await droppedFiles(data)).map((each) => [each.subfolder, each.file.name]);

it('reads dropped files and folders recursively, in as many batches as the browser returns', async () => {
  const trip = entryOf('Trip', [
    entryOf('plan.pdf'),
    entryOf('Day 1', [entryOf('a.jpg'), entryOf('b.jpg')]),
    entryOf('Empty', []),
  ]);
  expect(await pathsOf(drop(entryOf('loose.csv'), trip))).toEqual([
    ['', 'loose.csv'],
    ['Trip', 'plan.pdf'],
    ['Trip/Day 1', 'a.jpg'],
    ['Trip/Day 1', 'b.jpg'],
  ]);
});

it('keeps the subfolders of a picked folder', () => {
  const inFolder = Object.defineProperty(file('a.jpg'), 'webkitRelativePath', { value: 'Trip/Day 1/a.jpg' });
  const loose = Object.defineProperty(file('b.jpg'), 'webkitRelativePath', { value: '' });
  expect(pickedFiles([inFolder, loose]).map(({ subfolder }) => subfolder)).toEqual(['Trip/Day 1', '']);
});
