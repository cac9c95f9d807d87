import type { files, OutputOf } from '@fairwatch/contract';

/** A file or folder of a device, as `files.list` returns it. */
export type FileRow = OutputOf<typeof files.list>[number];
