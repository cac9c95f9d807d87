import type { files, OutputOf } from '@fairwatch/contract';

/** A file or a folder of a device, as the list has it. */
export type FileRow = OutputOf<typeof files.list>[number];
