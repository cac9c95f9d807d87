import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP archive, valid or not. */
export interface ZipFile {
  name: string;
  content: Uint8Array;
  method?: 0 | 8 | 12;
  /** False claims of the archive about the entry. */
  claims?: { bytes?: number; crc?: number; flags?: number; localName?: string };
}

/** Builds a ZIP archive. */
export function buildZip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 8, claims = {} } of files) {
    const packed = method === 0 ? Buffer.from(content) : deflateRawSync(content);
    const [crc, bytes] = [claims.crc ?? crc32(content), claims.bytes ?? content.length];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc, 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(bytes, 22);
    const localName = Buffer.from(claims.localName ?? name);
    local.writeUInt16LE(localName.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(claims.flags ?? 0, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    parts.push(local, localName, packed);
    offset += local.length + localName.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

type Value = string | number | { reference: number };

interface Attribute {
  name: string;
  /** Android's resource id of the attribute; `package` has none. */
  id?: number;
  value: Value;
}

interface BinaryXml {
  root?: string;
  attributes: readonly Attribute[];
  encoding?: 'utf8' | 'utf16';
}

const none = 0xffffffff;

/** Builds a document with one element in Android's binary XML. */
export function buildAxml({ root = 'manifest', attributes, encoding = 'utf8' }: BinaryXml): Buffer {
  // Names with a resource id come first, because the id list is parallel to the string pool.
  const named = attributes.toSorted((one, other) => Number(one.id === undefined) - Number(other.id === undefined));
  const texts = named.map(({ value }) => value).filter((value) => typeof value === 'string');
  const strings = [...new Set([...named.map(({ name }) => name), root, ...texts])];
  const ids = named.flatMap(({ id }) => id ?? []);
  const element = chunk(
    0x0102,
    16,
    u32(1, none),
    u32(none, strings.indexOf(root)),
    u16(20, 20, named.length, 0, 0, 0),
    ...named.map(({ name, value }) => attributeBytes(strings, name, value)),
  );
  const numbers = chunk(0x0180, 8, u32(...ids));
  return chunk(0x0003, 8, stringPool(strings, encoding), numbers, element);
}

/** A chunk of Android's binary XML: its type, the size of its header, its whole size, its content. */
function chunk(type: number, headBytes: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u16(type, headBytes), u32(8 + body.length), body]);
}

function u16(...values: readonly number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value & 0xff, (value >> 8) & 0xff])));
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function attributeBytes(strings: readonly string[], name: string, value: Value): Buffer {
  const isText = typeof value === 'string';
  const type = isText ? 0x03 : typeof value === 'number' ? 0x10 : 0x01;
  const data = isText ? strings.indexOf(value) : typeof value === 'number' ? value : value.reference;
  return Buffer.concat([u32(none, strings.indexOf(name), isText ? data : none), u16(8, type << 8), u32(data)]);
}

function stringPool(strings: readonly string[], encoding: 'utf8' | 'utf16'): Buffer {
  const encoded = strings.map((text) => (encoding === 'utf8' ? utf8String(text) : utf16String(text)));
  let place = 0;
  const offsets = encoded.map(({ length }) => (place += length) - length);
  const data = Buffer.concat(encoded);
  const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
  const start = 28 + strings.length * 4;
  const flags = encoding === 'utf8' ? 0x100 : 0;
  return chunk(0x0001, 28, u32(strings.length, 0, flags, start, 0), u32(...offsets), data, padding);
}

function utf8String(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([shortLength(text.length), shortLength(bytes.length), bytes, Buffer.from([0])]);
}

function shortLength(length: number): Buffer {
  return length < 0x80 ? Buffer.from([length]) : Buffer.from([0x80 | (length >> 8), length & 0xff]);
}

function utf16String(text: string): Buffer {
  return Buffer.concat([u16(text.length), Buffer.from(text, 'utf16le'), u16(0)]);
}

export interface TestApk {
  packageName?: string;
  version?: Value;
  versionCode?: Value;
  encoding?: 'utf8' | 'utf16';
  /** Further content beside the manifest, to reach a size. */
  code?: Uint8Array;
}

export const attributeIds = { versionCode: 0x0101021b, versionName: 0x0101021c, versionCodeMajor: 0x01010576 };

/** Builds the manifest of an app. */
export function testManifest({
  packageName = 'org.fairwatch.client',
  version = '1.0.20',
  versionCode = 20,
  encoding = 'utf8',
}: TestApk = {}): Buffer {
  return buildAxml({
    encoding,
    attributes: [
      { name: 'versionCode', id: attributeIds.versionCode, value: versionCode },
      { name: 'versionName', id: attributeIds.versionName, value: version },
      { name: 'package', value: packageName },
    ],
  });
}

/** Builds a minimal app. */
export function testApk(app: TestApk = {}): Buffer {
  return buildZip([
    { name: 'classes.dex', content: app.code ?? Buffer.from('dex\n035\0'), method: 0 },
    { name: 'AndroidManifest.xml', content: testManifest(app) },
    { name: 'resources.arsc', content: Buffer.alloc(4096) },
  ]);
}
