import { z } from 'zod/mini';
import { bytesEndpoint, endpoint, formEndpoint } from '../../shared/endpoint.ts';
import { formNumber } from '../../core/fields/form-fields.ts';
import { isSeen, unseenText } from '../../core/fields/written-text.ts';
import { kilobyte, limits } from '../../core/limits.ts';
import { fileName, sha256 } from '../../shared/stored/file-names.ts';
import { offeredTermux } from '../../device-protocol/termux-file.ts';
import { chunkErrors } from '../../core/http/shared-errors.ts';

const reads = { permission: 'APP_DOWNLOAD', level: 'READ_ONLY' } as const;

/**
 * Where a browser or a phone fetches a static file, without signing in: `<path>/<address>`. The address cannot be guessed
 * and is told to those who may open the page; whoever gets it from them, as a link or a QR code, gets the file.
 */
export const staticFilePath = '/download';

/** A static file: what the installation itself offers, as against the files of devices. */
const staticFile = {
  id: z.int(),
  fileName: z.string(),
  size: z.int(),
  sha256,
  updatedAt: z.string(),
  updatedBy: z.string(),
  /** From the root of the server. That of the app stays the same from version to version. */
  url: z.string(),
};

/** The client app as it is offered now. What is said of it is read from its own manifest. */
export const offeredApp = z.object({
  ...staticFile,
  packageName: z.string(),
  version: z.string(),
  versionCode: z.int(),
});
export type OfferedApp = z.infer<typeof offeredApp>;

export const offeredDocument = z.object(staticFile);
export type OfferedDocument = z.infer<typeof offeredDocument>;

const { mediatorsAtMost, mediatorNameMaxLength, linkMaxLength } = limits.appDownload;
const wrongLink = 'A link must be an address that starts with https:// or http://.';

/** An address that a browser may be sent to: no script, no file, and nobody's password in it. */
export function isWebLink(link: string): boolean {
  const url = URL.parse(link);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** Where else the app can be had: a store, or a site that passes it on. */
export const mediator = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(mediatorNameMaxLength), z.refine(isSeen, unseenText)),
  url: z.string().check(z.trim(), z.maxLength(linkMaxLength), z.refine(isWebLink, wrongLink)),
});
export type Mediator = z.infer<typeof mediator>;

/** What the download page offers. */
export const appOffer = z.object({
  /** Null until somebody uploads one. */
  app: z.nullable(offeredApp),
  mediators: z.array(mediator),
  documents: z.array(offeredDocument),
  /** The Termux companion, a part of the server itself; null on a server that was started without building it. */
  termux: z.nullable(offeredTermux),
});
export type AppOffer = z.infer<typeof appOffer>;

export const loadAppOffer = endpoint({
  path: 'config/load',
  access: reads,
  tells: [],
  log: 'the installation',
  staleBy: ['app-download'],
  summary: 'What the download page offers: the app, where else it is, documents, and the Termux companion',
  input: z.strictObject({}),
  output: appOffer,
});

/** The bytes themselves, for saving. */
export const downloadStatic = bytesEndpoint({
  path: 'file/download/static',
  access: reads,
  tells: [],
  log: 'the installation',
  summary: 'The bytes of the app or of a document',
  input: z.strictObject({ id: z.int().check(z.positive()) }),
  errors: ['file_not_found'],
});

export const staticFileKinds = ['APP', 'DOCUMENT'] as const;
export type StaticFileKind = (typeof staticFileKinds)[number];

/** From which byte on an upload goes on. */
export const receivedOfStatic = endpoint({
  path: 'config/static/received',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'How much of an app or document has arrived',
  input: z.strictObject({ sha256, size: z.int().check(z.minimum(0)) }),
  output: z.object({ received: z.int() }),
});

/** One piece of an app or document. With the last one, it takes the place of the app, or of the document of this name. */
export const uploadStatic = formEndpoint({
  path: 'config/static/upload',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'Upload a piece of a new version of the app, or of a document',
  input: z.strictObject({
    kind: z.enum(staticFileKinds),
    name: fileName,
    sha256,
    size: formNumber,
    /** Where in the file the piece begins: as many bytes as the server has received. */
    offset: formNumber,
  }),
  form: { file: 'chunk', maxBytes: limits.file.chunkBytes },
  output: z.object({
    received: z.int(),
    /** What is offered once all of it is there; null until then. */
    offer: z.nullable(appOffer),
  }),
  errors: [...chunkErrors, 'app_unreadable', 'app_older', 'too_many_documents'],
});

export const removeStatic = endpoint({
  path: 'config/static/remove',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'Stop offering the app or a document',
  input: z.strictObject({ id: z.int().check(z.positive()) }),
  output: appOffer,
  errors: ['file_not_found'],
});

export const updateMediators = endpoint({
  path: 'config/mediators/update',
  access: 'super-admin',
  tells: [],
  log: 'the installation',
  summary: 'Say where else the app can be had',
  input: z.strictObject({ mediators: z.array(mediator).check(z.maxLength(mediatorsAtMost)) }),
  maxBodyBytes: 144 * kilobyte,
  output: appOffer,
});
