import { crc32, deflateSync } from 'node:zlib';

interface PngHeader {
  width: number;
  height: number;
  /** Bits of each sample: 1, 8 or 16. */
  depth: number;
  /** 0 grey, 2 RGB, 6 RGB with transparency. */
  colour: 0 | 2 | 6;
}

/**
 * Builds a PNG of about a kilobyte whose header announces a huge picture. The pixel data is truncated, which only a decoder
 * notices.
 */
export function hugePng({ width, height, depth, colour }: PngHeader): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(1024 * 1024));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
