import { limits, type StaticFileKind } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { UploadRules } from '../../files/uploads/admin-uploads.ts';
import { apkType, mimeTypeOfFile } from '../../../core/blobs/images/mime-types.ts';
import { uploadTypeOfFile } from '../../../core/blobs/upload-types.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { createUrlToken } from '../../../core/http/url-token.ts';
import type { Services } from '../../../shared/services/services.ts';
import { readApk, type ApkFacts } from './apk/read-apk.ts';
import { ApkUnreadable } from './apk/zip-entry.ts';
import { countDocuments, findApp, lockOffer, recordOfferChange, replaceStatic } from './static-files.store.ts';

/** The uploader of an offered file, which belongs to no device. */
export interface StaticOwner {
  adminId: number;
  username: string;
  kind: StaticFileKind;
  deviceId: null;
  capability: null;
}

/** The upload rules for offered files: an app with a readable version, and documents of the allowed types. */
export function staticUploads({ config }: Services): UploadRules<StaticOwner, ApkFacts | null> {
  return {
    maxBytes: config.maxUploadMegabytes * 1024 * 1024,
    final: ['app_unreadable', 'app_older', 'too_many_documents'],
    async checkStart(path, name, { kind }) {
      if (kind === 'DOCUMENT') await uploadTypeOfFile(path, name);
      else if ((await mimeTypeOfFile(path, '')) !== 'application/zip') {
        throw new AppError('app_unreadable', { problem: 'it is not a zip archive.' });
      }
    },
    async inspect(path, name, { kind }) {
      if (kind === 'DOCUMENT') return { mimeType: await uploadTypeOfFile(path, name), details: null };
      const details = await readApk(path).catch((error: unknown) => {
        throw error instanceof ApkUnreadable ? new AppError('app_unreadable', { problem: error.message }) : error;
      });
      return { mimeType: apkType, details };
    },
    async keep(db, { adminId, username, kind }, { name, details, ...blob }) {
      await lockOffer(db);
      const before = details === null ? null : await checkNewer(db, details);
      if (kind === 'DOCUMENT') await checkRoom(db, name);
      const address = createUrlToken();
      const id = await replaceStatic(db, { kind, name, address, facts: details, blob, updatedBy: adminId });
      const after = { name, sha256: blob.sha256, ...details };
      const what = kind === 'APP' ? 'app' : 'documents';
      await recordOfferChange(db, { what, before, after }, { userId: adminId, username });
      return id;
    },
  };
}

/** Throws unless the app is newer than the current one, because phones refuse downgrades. Returns the current one. */
async function checkNewer(db: Database, { version, versionCode }: ApkFacts) {
  const offered = await findApp(db);
  if (offered && offered.versionCode > versionCode) {
    const { version: newer, versionCode: newerCode } = offered;
    throw new AppError('app_older', { version, code: versionCode, offered: newer, offeredCode: newerCode });
  }
  return offered ?? null;
}

async function checkRoom(db: Database, name: string): Promise<void> {
  const { documentsAtMost: count } = limits.appDownload;
  if ((await countDocuments(db, name)) >= count) throw new AppError('too_many_documents', { count });
}
