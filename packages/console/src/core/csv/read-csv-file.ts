import { limits } from '@fairwatch/contract';

type CsvFile = { text: string } | { problem: 'tooLarge' | 'notText' };

/** Reads a file that should be CSV. Its size is checked first, and bytes that are not UTF-8 are refused instead of guessed. */
export async function readCsvFile(file: Blob): Promise<CsvFile> {
  if (file.size > limits.csv.maxBytes) return { problem: 'tooLarge' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { problem: 'notText' };
  }
}
