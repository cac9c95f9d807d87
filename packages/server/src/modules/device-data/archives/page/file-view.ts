import { markup, type Markup } from '../../../../core/markup.ts';
import type { PageReader } from './page-reader.ts';

/** Where the pages lie within the archive, seen from the page that shows a row: `''` or `'../'`. */
export type Root = '' | '../';

/** The file of a row: where it is in the archive; `lost` when it is not there, null when the row has none. */
export type FileOfRow = { path: string; mimeType: string } | 'lost' | null;

const pictures = /^image\/(?:jpeg|png|gif|webp|avif)$/;
/** What a browser runs instead of showing it. Such a file is named and not linked. */
const active = /html|xml|svg|script/;

/** A small picture, or the name of a file, which opens it. */
export function fileView(file: FileOfRow, root: Root, reader: PageReader): Markup {
  if (file === null) return markup``;
  if (file === 'lost') return markup`<em>${reader.words('lost')}</em>`;
  const { path, mimeType } = file;
  if (active.test(mimeType)) return markup`<bdi>${path}</bdi>`;
  const content = pictures.test(mimeType)
    ? markup`<img class="small" src="${addressOf(path, root)}" alt="${nameOf(path)}" loading="lazy">`
    : markup`<bdi>${nameOf(path)}</bdi>`;
  return markup`<a href="${addressOf(path, root)}">${content}</a>`;
}

/** A picture as large as its place, or a player for a film or a recording. */
export function pictureView(file: FileOfRow, root: Root, reader: PageReader): Markup {
  if (file === null || file === 'lost' || active.test(file.mimeType)) return fileView(file, root, reader);
  const address = addressOf(file.path, root);
  const name = nameOf(file.path);
  if (pictures.test(file.mimeType)) {
    return markup`<a href="${address}"><img src="${address}" alt="${name}" loading="lazy"></a>`;
  }
  if (file.mimeType.startsWith('video/')) {
    return markup`<video controls preload="metadata" src="${address}" title="${name}"></video>`;
  }
  if (file.mimeType.startsWith('audio/')) {
    return markup`<audio controls preload="none" src="${address}" title="${name}"></audio>`;
  }
  return fileView(file, root, reader);
}

/** The path as an address: names may have characters that mean something else there. */
function addressOf(path: string, root: Root): string {
  return root + path.split('/').map(encodeURIComponent).join('/');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/^\d+-/, '');
}
