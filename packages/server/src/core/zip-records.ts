// The records of a ZIP file (APPNOTE 6.3), shared by who writes one to a disk and who streams one.

/** A part of a ZIP file, as its records tell it. */
export interface Entry {
  name: Buffer;
  method: number;
  time: number;
  date: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
  zip64: boolean;
  /** Size and checksum follow the bytes. */
  streamed: boolean;
}

export const max32 = 0xffff_ffff;
export const max16 = 0xffff;
const isUtf8 = 1 << 11;
const hasDescriptor = 1 << 3;
const versions = { plain: 20, zip64: 45 };

type Field = readonly [bytes: 2 | 4 | 8, value: number];

/** Numbers one after the other, the lowest byte first. */
export function fields(...list: readonly Field[]): Buffer {
  return Buffer.concat(
    list.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value));
      else buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}

export function localHeader({ name, method, time, date, crc, packed, size, zip64, streamed }: Entry): Buffer {
  const extra = zip64 ? fields([2, 1], [2, 16], [8, size], [8, packed]) : Buffer.alloc(0);
  const head = fields(
    [4, 0x04034b50],
    [2, zip64 ? versions.zip64 : versions.plain],
    [2, flagsOf(streamed)],
    [2, method],
    [2, time],
    [2, date],
    [4, crc],
    [4, zip64 ? max32 : Math.min(packed, max32)],
    [4, zip64 ? max32 : Math.min(size, max32)],
    [2, name.length],
    [2, extra.length],
  );
  return Buffer.concat([head, name, extra]);
}

export function centralHeader({ name, method, time, date, crc, packed, size, offset, zip64, streamed }: Entry): Buffer {
  const far = offset >= max32;
  const wide: Field[] = [
    ...(zip64
      ? ([
          [8, size],
          [8, packed],
        ] as const)
      : []),
    ...(far ? ([[8, offset]] as const) : []),
  ];
  const extra = wide.length === 0 ? Buffer.alloc(0) : fields([2, 1], [2, wide.length * 8], ...wide);
  const version = wide.length === 0 ? versions.plain : versions.zip64;
  const head = fields(
    [4, 0x02014b50],
    [2, version],
    [2, version],
    [2, flagsOf(streamed)],
    [2, method],
    [2, time],
    [2, date],
    [4, crc],
    [4, zip64 ? max32 : packed],
    [4, zip64 ? max32 : size],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, far ? max32 : offset],
  );
  return Buffer.concat([head, name, extra]);
}

/** Two seconds are the finest that the format knows; in UTC, since it has no time zone. */
export function dosTime(moment: Date): { time: number; date: number } {
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  const date = ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  return { time, date };
}

function flagsOf(streamed: boolean): number {
  return isUtf8 | (streamed ? hasDescriptor : 0);
}

/** What stands behind the bytes of a streamed part. */
export function dataDescriptor({ crc, packed, size }: Entry): Buffer {
  return fields([4, 0x08074b50], [4, crc], [4, packed], [4, size]);
}

/** The last record: how many parts there are, and where their directory begins. */
export function endOfDirectory({ count, size, start }: { count: number; size: number; start: number }): Buffer {
  const counted = Math.min(count, max16);
  return fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, counted],
    [2, counted],
    [4, Math.min(size, max32)],
    [4, Math.min(start, max32)],
    [2, 0],
  );
}
