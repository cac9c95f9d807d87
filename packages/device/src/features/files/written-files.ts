import type { Random } from '../../fake/random.ts';
import { businesses, firstNames, lastNames } from '../../fake/words.ts';

const things = ['Milk', 'Bread', 'Apples', 'Stamps', 'Batteries', 'Rice', 'Tea', 'Sunscreen', 'Tape', 'Socks', 'Pens'];

/** A list as people type it. */
export function fakeNote(random: Random, title: string): Buffer {
  const lines = Array.from({ length: random.int(4, 14) }, () => `- ${random.pick(things)}`);
  return Buffer.from(`${title}\n\n${lines.join('\n')}\n`);
}

/** A table of money or names. */
export function fakeCsv(random: Random): Buffer {
  const rows = Array.from({ length: random.int(20, 60) }, (_, row) =>
    [row + 1, random.pick(businesses), `${random.pick(firstNames)} ${random.pick(lastNames)}`, random.int(3, 900)].join(
      ',',
    ),
  );
  return Buffer.from(['No,Place,Person,Amount', ...rows].join('\n'));
}

/** One page with a title and some lines: the smallest PDF that every reader opens. */
export function fakePdf(random: Random, title: string): Buffer {
  const lines = Array.from(
    { length: random.int(8, 20) },
    () => `${random.pick(businesses)}, ${random.pick(lastNames)}`,
  );
  const text = [
    'BT /F1 20 Tf 60 780 Td',
    `(${escapeText(title)}) Tj /F1 11 Tf 0 -34 Td`,
    ...lines.map((line) => `(${escapeText(line)}) Tj 0 -17 Td`),
    'ET',
  ].join('\n');
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\()]/g, String.raw`\$&`);
}

/** The objects with the table that says where each begins. */
function writePdf(objects: readonly string[]): Buffer {
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}
