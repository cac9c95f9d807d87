import { deviceFeatures, type Capability } from '@fairwatch/contract';
import { markup, type Markup } from '../../../../core/markup.ts';
import type { Database } from '../../../../shared/schema/schema.ts';
import { fileFolders, findFiles, readFiles } from '../archive-files.store.ts';
import type { ArchivePart, Json, ShownPart } from '../archive-part.ts';
import { archivePath } from '../archive-paths.ts';
import { readShown, rowsPerBatch, type Reading } from '../read-part.store.ts';
import type { FileOfRow } from './file-view.ts';
import type { PageReader } from './page-reader.ts';
import { rowsView } from './rows-view.ts';
import type { Root } from './file-view.ts';

/** Rows of one kind on the readable page. */
export interface Section {
  /** The name of its JSON file, without `.json`. */
  name: string;
  title: Markup;
  titleText: string;
  note: Markup | null;
  shown: Pick<ShownPart, 'columns' | 'look' | 'file'>;
  count: number;
  read(): AsyncGenerator<Json[]>;
  /** Finds the files of these rows. */
  findFiles(batch: readonly Json[]): Promise<(row: Json) => FileOfRow>;
}

export interface SectionSource {
  db: Database;
  reading: Reading;
  page: PageReader;
  /** How many rows each JSON file has. */
  counts: ReadonlyMap<string, number>;
  /** The paths of files whose bytes the server has lost. */
  lost: ReadonlySet<string>;
  /** Whether the archive may have files of a kind. */
  isAllowed(capability: Capability | null): boolean;
}

const kindOf = new Map(Object.values(deviceFeatures).map(({ id, capability }) => [`data/${id}`, capability]));

export function partSection(part: ArchivePart, source: SectionSource): Section {
  const { db, reading, page, counts, lost } = source;
  const { name, shown } = part;
  const kind = kindOf.get(name);
  const words = kind && page.kinds[kind];
  const titleText = words?.title ?? page.partTitle(name) ?? name;
  const inKindLanguage = (text: string) => markup`<span lang="${page.language}">${text}</span>`;
  return {
    name,
    title: words ? inKindLanguage(titleText) : markup`${titleText}`,
    titleText,
    note: words ? inKindLanguage(words.shares) : null,
    shown,
    count: counts.get(name) ?? 0,
    read: () => readShown(db, part, reading),
    async findFiles(batch) {
      const { file } = shown;
      if (!file) return () => null;
      const hashOf = (row: Json) => file.columns.map((column) => row[column]).find((hash) => typeof hash === 'string');
      const hashes = batch.map(hashOf).filter((hash) => hash !== undefined);
      const found = await findFiles(db, file.folder, { deviceId: reading.deviceId, hashes });
      const own = found.filter(({ capability }) => capability === part.capability || capability === null);
      const byHash = new Map(own.map((each) => [each.sha256, each]));
      return (row) => {
        const hash = hashOf(row);
        if (hash === undefined) return null;
        const stored = byHash.get(hash);
        const path = stored && archivePath(file.folder, stored);
        return path === undefined || lost.has(path) ? 'lost' : { path, mimeType: stored?.mimeType ?? '' };
      };
    },
  };
}

/** All files of the archive, as files.json lists them. */
export function filesSection({ db, reading, page, counts, lost, isAllowed }: SectionSource): Section {
  async function* read() {
    let batch: Json[] = [];
    for (const folder of fileFolders) {
      for await (const file of readFiles(db, folder, reading.deviceId)) {
        if (!isAllowed(file.capability)) continue;
        const { size, mimeType, capability, at } = file;
        batch.push({ path: archivePath(folder, file), name: file.name, size, mime_type: mimeType, capability, at });
        if (batch.length < rowsPerBatch) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }
  return {
    name: 'files',
    title: markup`${page.words('files')}`,
    titleText: page.words('files'),
    note: markup`${page.words('filesNote')}`,
    shown: {
      columns: ['name', 'at', 'size', 'mime_type', 'capability'],
      file: { columns: ['path'], folder: 'from-this-device' },
    },
    count: counts.get('files') ?? 0,
    read,
    findFiles: async () => (row) => {
      const path = String(row['path']);
      return lost.has(path) ? 'lost' : { path, mimeType: String(row['mime_type']) };
    },
  };
}

/** Writes the rows of a section, with their files. */
export function rowsWriter({ name, shown, findFiles: find }: Section, reader: PageReader, root: Root) {
  const view = rowsView({ shown, reader, source: `${name}.json` }, root);
  return { ...view, rows: async (batch: readonly Json[]) => view.rows(batch, await find(batch)) };
}

/** Where a page with the rows of a section is in the archive. */
export function pageName({ name }: Section, page: number): string {
  return `pages/${name.replaceAll('/', '-')}-${page}.html`;
}
