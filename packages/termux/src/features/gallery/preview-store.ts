import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { smallJpegArgs } from '../../core/termux/small-jpeg.ts';
import type { Termux } from '../../core/termux/termux.ts';
import type { MediaFacts } from './media-facts.ts';
import type { MediaFile } from './media-walk.ts';

/** The longer side of a preview in pixels. */
const previewSide = 480;
const previewMaxBytes = 512 * 1024;
const onePreviewWithinMs = 20_000;
/** How long one Update makes previews, which costs battery. The others come with the next Update. */
const makingWithinMs = 3 * 60_000;

type Previewed = Pick<MediaFile, 'key' | 'kind' | 'root' | 'steps'>;

/** The previews that ffmpeg has made, kept in a folder of their own so that each is made once. An empty file: none can be made. */
export interface PreviewStore {
  /** The preview as a JPEG, made now if need be; null without one. */
  preview(file: Previewed, facts: MediaFacts, signal?: AbortSignal): Promise<Uint8Array | null>;
  /** Deletes the previews of all other files. */
  keepOnly(keys: ReadonlySet<string>): Promise<void>;
}

/** Opens the folder of previews for one Update. */
export async function openPreviewStore(
  termux: Termux,
  folder: string,
  now: () => number = () => performance.now(),
): Promise<PreviewStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const begin = now();
  const pathOf = (key: string) => path.join(folder, `${key}.jpg`);

  return {
    async preview(file, facts, signal) {
      const known = await readPreview(pathOf(file.key));
      if (known) return known.length === 0 ? null : known;
      if (facts.format === null || !termux.has('ffmpeg') || now() - begin > makingWithinMs) return null;
      const made = await makePreview(termux, { file, facts, folder, signal });
      signal?.throwIfAborted();
      await writeFile(path.join(folder, 'new'), made ?? new Uint8Array(), { mode: 0o600 });
      await rename(path.join(folder, 'new'), pathOf(file.key));
      return made;
    },

    async keepOnly(keys) {
      for (const name of await readdir(folder)) {
        if (!keys.has(name.replace(/\.jpg$/, ''))) await rm(path.join(folder, name), { recursive: true, force: true });
      }
    },
  };
}

async function readPreview(file: string): Promise<Uint8Array | null> {
  return await readFile(file).catch(() => null);
}

interface Making {
  file: Previewed;
  facts: MediaFacts;
  folder: string;
  signal: AbortSignal | undefined;
}

/** Makes a small JPEG with ffmpeg; null when it cannot. */
async function makePreview(termux: Termux, { file, facts, folder, signal }: Making): Promise<Uint8Array | null> {
  const temporary = await mkdtemp(path.join(folder, 'making-'));
  const [input, output] = [path.join(temporary, 'in'), path.join(temporary, 'out')];
  try {
    // A link with a plain name: in names of pictures ffmpeg takes "%d" for a number.
    await symlink(path.join(file.root, ...file.steps), input);
    const frame = { input, output, seekMs: seekOf(file, facts), format: facts.format ?? '', side: previewSide };
    await termux.run('ffmpeg', smallJpegArgs(frame), { withinMs: onePreviewWithinMs, signal });
    if ((await stat(output)).size > previewMaxBytes) return null;
    const bytes = await readFile(output);
    return bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes : null;
  } catch {
    // A preview is not worth a failed Update. When the command was cancelled the caller finds out.
    return null;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The very first frame of a film is often black. */
function seekOf({ kind }: Previewed, { durationMs }: MediaFacts): number {
  return kind === 'VIDEO' ? Math.min(1000, (durationMs ?? 0) / 2) : 0;
}
