const text = (letters: string) => Buffer.from(letters, 'latin1');
const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >>> 8, value & 255])));
const u32 = (...values: number[]) => u16(...values.flatMap((value) => [Math.floor(value / 65_536), value % 65_536]));

/** A little-endian number of so many bytes. */
const little = (value: number, bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, place) => (value >>> (8 * place)) & 255));

interface ExifParts {
  taken?: string;
  orientation?: number;
  thumbnail?: Buffer;
}

/** The TIFF part of EXIF data, big-endian. */
function tiffOf({ taken = '2025:08:14 17:30:05', orientation = 1, thumbnail }: ExifParts): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([u16(tag, type), u32(count), Buffer.concat([value, Buffer.alloc(4)]).subarray(0, 4)]);
  const exifAt = 8 + 2 + 2 * 12 + 4;
  const textAt = exifAt + 2 + 2 * 12 + 4;
  const secondAt = textAt + 30;
  const thumbnailAt = secondAt + 2 + 2 * 12 + 4;
  return Buffer.concat([
    text('MM'),
    u16(42),
    u32(8),
    u16(2),
    entry(0x01_12, 3, 1, u16(orientation)),
    entry(0x87_69, 4, 1, u32(exifAt)),
    u32(thumbnail ? secondAt : 0),
    u16(2),
    entry(0x90_03, 2, 20, u32(textAt)),
    entry(0x90_11, 2, 7, u32(textAt + 20)),
    u32(0),
    Buffer.concat([text(taken), Buffer.alloc(20)]).subarray(0, 20),
    Buffer.concat([text('+02:00'), Buffer.alloc(10)]).subarray(0, 10),
    ...(thumbnail
      ? [u16(2), entry(0x02_01, 4, 1, u32(thumbnailAt)), entry(0x02_02, 4, 1, u32(thumbnail.length)), u32(0), thumbnail]
      : []),
  ]);
}

interface JpegParts {
  width: number;
  height: number;
  exif?: ExifParts;
}

/** A JPEG with a head that can be read, and no picture. */
export function jpegOf({ width, height, exif }: JpegParts): Buffer {
  const segment = (marker: number, content: Buffer) => Buffer.concat([u16(marker, content.length + 2), content]);
  return Buffer.concat([
    u16(0xff_d8),
    ...(exif ? [segment(0xff_e1, Buffer.concat([text('Exif\0\0'), tiffOf(exif)]))] : []),
    segment(0xff_db, Buffer.alloc(65)),
    segment(0xff_c0, Buffer.concat([Buffer.from([8]), u16(height, width), Buffer.alloc(10)])),
    u16(0xff_da, 8),
    Buffer.alloc(20),
    u16(0xff_d9),
  ]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const inner = Buffer.concat(content);
  return Buffer.concat([u32(inner.length + 8), text(type), inner]);
}

interface FilmParts {
  width: number;
  height: number;
  seconds: number;
  created: Date;
  isTurned?: boolean;
}

/** A film as Android writes it: the index is at the end. */
export function mp4Of({ width, height, seconds, created, isTurned = false }: FilmParts): Buffer {
  const since1904 = created.getTime() / 1000 + 2_082_844_800;
  const header = box('mvhd', u32(0, since1904, since1904, 1000, seconds * 1000), Buffer.alloc(80));
  const one = 0x0001_0000;
  const matrix = isTurned
    ? [0, one, 0, 0xffff_0000, 0, 0, 0, 0, 0x4000_0000]
    : [one, 0, 0, 0, one, 0, 0, 0, 0x4000_0000];
  const track = (w: number, h: number) =>
    box('trak', box('tkhd', Buffer.alloc(40), u32(...matrix), u32(w * one, h * one)), box('mdia', Buffer.alloc(30)));
  return Buffer.concat([
    box('ftyp', text('mp42'), u32(0), text('isommp42')),
    box('free'),
    box('mdat', Buffer.alloc(5000)),
    box('moov', header, track(0, 0), track(width, height)),
  ]);
}

/** A HEIC photo of tiles with EXIF data. */
export function heicOf({ width, height, exif = {} }: JpegParts): Buffer {
  const size = (w: number, h: number) => box('ispe', u32(0, w, h));
  const info = (id: number, type: string) => box('infe', u32(0x0200_0000), u16(id, 0), text(type), Buffer.alloc(1));
  const item = Buffer.concat([u32(6), text('Exif\0\0'), tiffOf(exif)]);
  const head = box('ftyp', text('heic'), u32(0), text('mif1heic'));
  const metaOf = (exifAt: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', Buffer.alloc(24)),
      box('iinf', u32(0), u16(2), info(1, 'hvc1'), info(2, 'Exif')),
      box('iloc', u32(0), u16(0x44_00, 2), u16(1, 0, 1), u32(0, 0), u16(2, 0, 1), u32(exifAt, item.length)),
      box('iprp', box('ipco', size(512, 512), size(width, height), box('irot', Buffer.from([1])))),
    );
  const exifAt = head.length + metaOf(0).length + 8;
  return Buffer.concat([head, metaOf(exifAt), box('mdat', item)]);
}

export function pngOf({ width, height }: JpegParts): Buffer {
  return Buffer.concat([text('\u0089PNG\r\n\u001A\n'), u32(13), text('IHDR'), u32(width, height), Buffer.alloc(9)]);
}

export function webpOf({ width, height }: JpegParts): Buffer {
  return Buffer.concat([
    text('RIFF'),
    u32(0),
    text('WEBPVP8X'),
    u32(0, 0),
    little(width - 1, 3),
    little(height - 1, 3),
    Buffer.alloc(8),
  ]);
}

export function gifOf({ width, height }: JpegParts): Buffer {
  return Buffer.concat([text('GIF89a'), little(width, 2), little(height, 2), Buffer.alloc(10)]);
}
