import { crc32 } from 'node:zlib';

const escape = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`);
const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** A page with a title and some lines, as PDF. */
export function pdfOf(title: string, lines: readonly string[]): Buffer {
  const text = [
    `BT /F2 20 Tf 72 760 Td (${escape(title)}) Tj ET`,
    ...lines.map((line, place) => `BT /F1 11 Tf 72 ${720 - place * 18} Td (${escape(line)}) Tj ET`),
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, place) => {
    const offset = file.length;
    file += `${place + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/**
 * An Android package that says its name and version and holds a note: it stands where the owner's own app will stand, and cannot be
 * installed.
 */
export function sampleApp(): Buffer {
  const note = 'A sample that came with the simulated phones. Upload your own app in its place.\n';
  return zipOf([
    ['AndroidManifest.xml', manifest('org.fairwatch.sample', '1.0.20', 20)],
    ['README.txt', Buffer.from(note)],
  ]);
}

/** Files in a ZIP archive, as they are. */
function zipOf(files: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([u32(0x04034b50), common, Buffer.from(name), content]);
    const place = Buffer.concat([Buffer.alloc(10), u32(offset)]);
    directory.push(Buffer.concat([u32(0x02014b50), u16(20), common, place, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.concat([u16(0, 0, files.length, files.length), u32(list.length, offset), u16(0)]);
  return Buffer.concat([...parts, list, u32(0x06054b50), end]);
}

/** Android's numbers of these attributes. */
const attributeIds = { versionCode: 0x0101021b, versionName: 0x0101021c };
const none = 0xffff_ffff;

/** A manifest in Android's binary XML: one element with three attributes. */
function manifest(packageName: string, version: string, versionCode: number): Buffer {
  const strings = ['versionCode', 'versionName', 'package', 'manifest', version, packageName];
  const text = (name: string, value: string) =>
    Buffer.concat([
      u32(none, strings.indexOf(name), strings.indexOf(value)),
      u16(8, 0x0300),
      u32(strings.indexOf(value)),
    ]);
  const element = chunk(
    0x0102,
    16,
    u32(1, none),
    u32(none, strings.indexOf('manifest')),
    u16(20, 20, 3, 0, 0, 0),
    Buffer.concat([u32(none, strings.indexOf('versionCode'), none), u16(8, 0x1000), u32(versionCode)]),
    text('versionName', version),
    text('package', packageName),
  );
  const numbers = chunk(0x0180, 8, u32(attributeIds.versionCode, attributeIds.versionName));
  return chunk(0x0003, 8, stringPool(strings), numbers, element);
}

function stringPool(strings: readonly string[]): Buffer {
  const encoded = strings.map((each) =>
    Buffer.concat([Buffer.from([each.length, each.length]), Buffer.from(each), Buffer.from([0])]),
  );
  let place = 0;
  const offsets = encoded.map(({ length }) => (place += length) - length);
  const data = Buffer.concat(encoded);
  const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
  const isUtf8 = 0x100;
  const head = u32(strings.length, 0, isUtf8, 28 + strings.length * 4, 0);
  return chunk(0x0001, 28, head, u32(...offsets), data, padding);
}

/** A chunk of Android's binary XML: its type, the size of its header, its whole size, its content. */
export function chunk(type: number, headBytes: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u16(type, headBytes), u32(8 + body.length), body]);
}

export function u16(...values: readonly number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value & 0xff, (value >> 8) & 0xff])));
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}
