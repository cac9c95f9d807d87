import { join } from 'node:path';
import { createFileBlobs, createTemporaryPaths } from '../../../core/blobs/file-blobs.ts';
import { createFileParts } from '../../../core/blobs/file-parts.ts';
import { createFolderFiles, createS3Files } from '../../../core/blobs/named-files.ts';
import { createS3Blobs } from '../../../core/blobs/s3/s3-blobs.ts';
import { openS3Objects } from '../../../core/blobs/s3/s3-objects.ts';
import { createS3Parts } from '../../../core/blobs/s3/s3-parts.ts';
import type { Config } from '../../../core/config/config.ts';
import type { Infrastructure } from '../../../shared/infrastructure.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { createPartRows } from '../uploads/upload-parts.store.ts';

/** The prefix of all archives in the bucket. */
export const archivePrefix = 'archives/';

/** The prefix of maps in the bucket. */
export const mapPrefix = 'maps/';

type FileStores = Pick<Infrastructure, 'blobs' | 'uploadParts' | 'archiveFiles' | 'mapFiles'>;

/** Opens everything that keeps files: in the data folder, or in the bucket of S3_URL, which all servers share. */
export function createFileStores({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>, db: Database): FileStores {
  if (s3 === null) {
    return {
      blobs: createFileBlobs(dataDir),
      uploadParts: createFileParts(dataDir),
      archiveFiles: createFolderFiles(join(dataDir, 'archives')),
      // Below the folder in which owners put files themselves.
      mapFiles: createFolderFiles(join(dataDir, 'maps', 'chosen')),
    };
  }
  const objects = openS3Objects(s3);
  const temporaryPath = createTemporaryPaths(dataDir);
  return {
    blobs: createS3Blobs(objects, temporaryPath),
    uploadParts: createS3Parts(objects, createPartRows(db), temporaryPath),
    archiveFiles: createS3Files(objects, archivePrefix, temporaryPath),
    mapFiles: createS3Files(objects, mapPrefix, temporaryPath),
  };
}
