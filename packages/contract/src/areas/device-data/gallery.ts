import { z } from 'zod/mini';
import { givesCommand, listsCommands } from '../../shared/command.ts';
import { contentLinkCall } from '../../shared/content.ts';
import { deviceFeature, deviceId, searchInput } from '../../shared/device-feature.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { pageInput } from '../../core/http/envelope.ts';
import { limits } from '../../core/limits.ts';
import { utcMoment } from '../../core/fields/moment.ts';
import { sha256 } from '../../shared/stored/file-names.ts';
import { groupDetails } from '../../shared/log/list-details.ts';

const mediaKinds = ['PHOTO', 'VIDEO'] as const;
export type MediaKind = (typeof mediaKinds)[number];

const count = z.int().check(z.minimum(0));

/** What a device says about a photo or a video; the original itself comes when somebody asks for it. */
const record = z.object({
  kind: z.enum(mediaKinds),
  fileName: z.string(),
  /** The folder it lies in. */
  album: z.string().check(z.maxLength(limits.file.pathMaxLength)),
  mimeType: z.string(),
  width: count,
  height: count,
  /** Null for photos. */
  durationMs: z.nullable(count),
  /** Bytes of the original. */
  size: count,
  takenAt: utcMoment,
  /** The small picture that the device sent with it, or null. */
  previewHash: z.nullable(sha256),
});

const permission = 'GALLERY';
const capability = 'GALLERY';

/** What a device sends of its photos and videos with an Update. */
const galleryRows = deviceFeature({
  id: 'gallery',
  permission,
  capability,
  paths: {
    list: 'media/gallery',
    update: 'media/command/update-gallery',
    history: 'media/command/update-gallery/all',
  },
  command: 'UPDATE_GALLERY',
  noun: 'media',
  record,
  searchIn: ['fileName', 'album'],
  sortBy: ['takenAt', 'fileName', 'size'],
  filterBy: ['kind', 'album'],
  period: 'takenAt',
});

/** The photos and videos of a device. The list also says whose originals the server has: `fileHash`. */
export const gallery = {
  ...galleryRows,
  list: {
    ...galleryRows.list,
    output: z.array(z.extend(record, { id: z.int(), fileHash: z.nullable(sha256) })),
  },
};
export type GalleryItem = z.infer<typeof gallery.list.output>[number];

const read = { permission, level: 'READ_ONLY' } as const;
const readsDevice = { capability, action: 'READ' } as const;
const filter = galleryRows.list.input.shape.filter;

/** Which days have how many photos and videos, so that a page can lay out thousands without reading them. */
export const galleryDays = endpoint({
  path: 'media/gallery/days',
  access: read,
  answers: 'on which days photos and videos were taken',
  log: {
    action: 'READ',
    describe: (input, days) => groupDetails(input, days),
    words: 'galleryDays',
  },
  staleBy: ['gallery'],
  summary: 'How many photos and videos there are of each day, newest first',
  input: z.strictObject({
    deviceId,
    search: searchInput,
    filter,
    /** Whose days: the name of a time zone, such as `Europe/Paris`. */
    timeZone: z.string().check(z.regex(/^[A-Za-z0-9_+/-]{1,64}$/)),
  }),
  output: z.array(z.object({ day: z.string(), count: z.int() })),
  device: readsDevice,
});

/** The folders of a device's photos and videos. */
export const galleryAlbums = endpoint({
  path: 'media/gallery/albums',
  access: read,
  answers: 'names of albums',
  log: {
    action: 'READ',
    describe: ({ kind }, albums) => groupDetails({ filter: { kind } }, albums),
    words: 'galleryAlbums',
  },
  staleBy: ['gallery'],
  summary: 'The albums, with the number of photos or videos in each',
  input: z.strictObject({ deviceId, kind: z.enum(mediaKinds) }),
  output: z.array(z.object({ album: z.string(), count: z.int() })),
  device: readsDevice,
});

const itemId = z.int().check(z.positive());

/** Asks for the original of one photo or video; of several from a client whose offers have `lists`. */
export const galleryFetch = endpoint({
  path: 'media/command/fetch',
  access: { permission, level: 'FULL_ACCESS' },
  summary: 'One photo or video in full, or several',
  input: z
    .strictObject({
      deviceId,
      itemId: z.optional(itemId),
      itemIds: z.optional(z.array(itemId).check(z.minLength(1), z.maxLength(limits.run.filesPerCommand))),
    })
    .check(
      z.refine((input) => (input.itemId === undefined) !== (input.itemIds === undefined), {
        error: 'Either itemId or itemIds.',
        path: ['itemId'],
      }),
    ),
  ...givesCommand,
  commands: ['FETCH_MEDIA'],
  device: { capability, action: 'COMMAND' },
  errors: ['file_not_found', 'lists_not_offered'],
});

export const galleryFetchHistory = endpoint({
  path: 'media/command/fetch/all',
  access: read,
  tells: ['DEVICE', 'GALLERY'],
  summary: 'The requests for photos and videos in full',
  input: z.strictObject({ deviceId, ...pageInput }),
  ...listsCommands('fullMedia'),
});

/** The content ticket for pictures and videos. */
export const galleryLinks = contentLinkCall({ path: 'media/ticket', permission, capability });
