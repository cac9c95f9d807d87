import { limits } from '@fairwatch/contract';

type CsvFile = { text: string } | { problem: 'tooLarge' | 'notText' };

/**
 * Reads a file that should be CSV. Its size is checked first. Bytes that are not UTF-8 are read as Windows-1252, in which Excel saves CSV, or as
 * UTF-16 where a byte order mark says so. A file with control characters is no text.
 */
export async function readCsvFile(file: Blob): Promise<CsvFile> {
  if (file.size > limits.csv.maxBytes) return { problem: 'tooLarge' };
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  return /(?![\t\r\n])\p{Cc}/u.test(text) ? { problem: 'notText' } : { text };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
