import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { limits } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { decodeHeader } from '../../../core/pmtiles/header.ts';
import { InvalidPmtiles } from '../../../core/pmtiles/invalid-pmtiles.ts';
import { pmtilesBounds } from '../../../core/pmtiles/pmtiles-bounds.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { CompleteUpload, PieceRules } from '../../files/uploads/upload-pieces.ts';
import { findChosenMap, findMapWork, insertMapWork } from './map-data.store.ts';
import { unreadableMap } from './map-problems.ts';

/** The uploader of a map, which belongs to no device. */
interface MapUploader {
  adminId: number;
  username: string;
  deviceId: null;
  capability: null;
}

/** The rules for uploaded maps. The header is checked with the first piece, everything else in the background, because it takes minutes. */
export function mapUploads(services: Services): PieceRules<MapUploader, 'STARTED'> {
  return {
    maxBytes: limits.mapData.maxBytes,
    final: ['map_unreadable'],
    checkStart: (path, { size }) => checkHeader(path, size),
    async finish(upload, { username, name }) {
      if (upload.hashed !== null && upload.hashed !== upload.sha256) throw new AppError('file_damaged');
      await startUploaded(services, upload, { username, fileName: name });
      return 'STARTED';
    },
  };
}

async function checkHeader(path: string, fileBytes: number): Promise<void> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(pmtilesBounds.headerBytes);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    decodeHeader(bytes.subarray(0, bytesRead), fileBytes);
  } catch (error) {
    throw error instanceof InvalidPmtiles ? unreadableMap(error) : error;
  } finally {
    await file.close();
  }
}

/** Begins to check the bytes of a complete upload, unless another map is on its way. */
async function startUploaded(
  { db, bus, scheduler }: Services,
  upload: CompleteUpload,
  { username, fileName }: { username: string; fileName: string },
): Promise<void> {
  const isStarted = await insertMapWork(db, {
    id: randomUUID(),
    state: 'RUNNING',
    fileName,
    step: 'CHECKING',
    doneBytes: 0,
    totalBytes: 0,
    startedBy: username,
    startedAt: new Date(scheduler.now()).toISOString(),
    finishedAt: null,
    problem: null,
    userId: upload.adminId,
    upload,
  });
  if (!isStarted) throw new AppError('map_work_running');
  // Wakes the job of `map-work.ts`, on one of the servers.
  bus.publish('changed', { feature: 'map-data', deviceId: null });
}

/**
 * True when all of this file has arrived and is being checked, or is the map in use: the answer to its last piece was lost. Throws while
 * another map is on its way, so that nobody sends gigabytes in vain.
 */
export async function isMapTaken({ db, mapFiles }: Services, sha256: string): Promise<boolean> {
  const [work, chosen] = await Promise.all([findMapWork(db), findChosenMap(db)]);
  if (work?.state === 'RUNNING') {
    if (work.upload?.sha256 === sha256) return true;
    throw new AppError('map_work_running');
  }
  return chosen?.sha256 === sha256 && (await mapFiles.stat(chosen.name)) !== null;
}
