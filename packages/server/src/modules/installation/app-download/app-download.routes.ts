import {
  downloadStatic,
  loadAppOffer,
  receivedOfStatic,
  removeStatic,
  staticFilePath,
  updateMediators,
  uploadStatic,
  type AppOffer,
  type OfferedApp,
  type OfferedDocument,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { createAdminUploads } from '../../files/uploads/admin-uploads.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Session } from '../../../shared/session.ts';
import type { Services } from '../../../shared/services/services.ts';
import {
  deleteStatic,
  findStatic,
  lockOffer,
  listStatic,
  recordOfferChange,
  readMediators,
  writeMediators,
  type StaticRow,
} from './static-files.store.ts';
import { staticHeaders } from './static-files.routes.ts';
import type { TermuxFile } from './termux-file.ts';
import { staticUploads, type StaticOwner } from './static-uploads.ts';

export function appDownloadRoutes(services: Services, termuxFile: TermuxFile | null): Route[] {
  const { db, bus, blobs } = services;
  const uploads = createAdminUploads(services, staticUploads(services));

  async function offer(): Promise<AppOffer> {
    const files = await listStatic(db);
    return {
      app: files.flatMap(appOf)[0] ?? null,
      mediators: await readMediators(db),
      documents: files.filter(({ kind }) => kind === 'DOCUMENT').map(facts),
      termux: termuxFile?.facts ?? null,
    };
  }

  async function changed(): Promise<AppOffer> {
    bus.publish('changed', { feature: 'app-download', deviceId: null });
    return await offer();
  }

  return [
    handle(loadAppOffer, offer),

    handle(downloadStatic, async ({ input }) => {
      const file = await findStatic(db, input);
      const lies = file && (await blobs.stat(file.blob.storedAs, 'full'));
      if (!file || !lies) throw new AppError('file_not_found');
      return {
        headers: { ...staticHeaders(file), 'content-length': lies.size },
        body: blobs.open(file.blob.storedAs, 'full'),
      };
    }),

    handle(receivedOfStatic, async ({ session, input: { sha256, size } }) => ({
      received: await uploads.received({ adminId: session.userId, deviceId: null, capability: null, sha256 }, size),
    })),

    handle(uploadStatic, async ({ session, input: { kind, ...piece }, file: bytes }) => {
      const owner = ownerOf(session, kind);
      const { received, kept } = await uploads.take({ ...owner, ...piece, bytes });
      return { received, offer: kept === null ? null : await changed() };
    }),

    handle(removeStatic, async ({ session, input: { id } }) => {
      await db.transaction().execute(async (transaction) => {
        await lockOffer(transaction);
        const gone = await deleteStatic(transaction, id);
        if (!gone) throw new AppError('file_not_found');
        const what = gone.kind === 'APP' ? 'app' : 'documents';
        await recordOfferChange(transaction, { what, before: gone, after: null }, session);
      });
      return await changed();
    }),

    handle(updateMediators, async ({ session, input: { mediators } }) => {
      await db.transaction().execute(async (transaction) => {
        await lockOffer(transaction);
        const before = await readMediators(transaction);
        await writeMediators(transaction, mediators);
        await recordOfferChange(transaction, { what: 'mediators', before, after: mediators }, session);
      });
      return await changed();
    }),
  ];
}

function ownerOf({ userId, username }: Session, kind: StaticOwner['kind']): StaticOwner {
  return { adminId: userId, username, kind, deviceId: null, capability: null };
}

function facts({ id, fileName, size, sha256, updatedAt, updatedBy, address }: StaticRow): OfferedDocument {
  return { id, fileName, size, sha256, updatedAt, updatedBy, url: `${staticFilePath}/${address}` };
}

function appOf(file: StaticRow): OfferedApp[] {
  const { packageName, version, versionCode } = file;
  if (packageName === null || version === null || versionCode === null) return [];
  return [{ ...facts(file), packageName, version, versionCode }];
}
