import { describe, expect, it } from 'vitest';
import { isOfKind, isShownInline, mimeTypeOf } from './mime-types.ts';

const box = (brand: string) => `\0\0\0\u0018ftyp${brand}\0\0\0\0`;
const of = (start: string, declared = 'application/octet-stream') => mimeTypeOf(Buffer.from(start, 'latin1'), declared);

describe('the type of a file', () => {
  it.each([
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/gif', 'GIF89a'],
    ['image/webp', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['image/heic', box('heic')],
    ['image/avif', box('avif')],
    ['audio/wav', 'RIFF\x10\0\0\0WAVEfmt '],
    ['audio/mpeg', 'ID3\x04'],
    ['audio/mpeg', '\xff\xfb\x90\x64'],
    ['audio/mp4', box('M4A ')],
    ['video/mp4', box('isom')],
    ['video/webm', '\x1a\x45\xdf\xa3'],
    ['video/ogg', 'OggS'],
    ['application/pdf', '%PDF-1.7'],
    ['application/gzip', '\x1f\x8b\x08'],
    ['application/vnd.rar', 'Rar!\x1a\x07\0'],
    ['application/zip', 'PK\x03\x04'],
  ])('is %s by its first bytes, whatever it is called', (mimeType, start) => {
    expect(of(start, 'text/html')).toBe(mimeType);
    expect(of(start, 'image/svg+xml')).toBe(mimeType);
  });

  it('follows the declared type only where the bytes are ambiguous', () => {
    expect(of('\x1a\x45\xdf\xa3', 'audio/webm;codecs=opus')).toBe('audio/webm');
    expect(of('OggS', 'audio/ogg')).toBe('audio/ogg');
    expect(of(box('isom'), 'audio/mp4')).toBe('audio/mp4');
    expect(of('PK\x03\x04', 'application/vnd.android.package-archive')).toBe('application/vnd.android.package-archive');
    expect(of('\x1a\x45\xdf\xa3', 'audio/ogg')).toBe('video/webm');
  });

  it('is application/octet-stream when unknown, and text only without NUL bytes', () => {
    expect(of('a;b;c', 'text/csv')).toBe('text/csv');
    expect(of('<p>hello', 'TEXT/HTML; charset=utf-8')).toBe('text/html');
    expect(of('a\0b', 'text/plain')).toBe('application/octet-stream');
    for (const declared of ['image/svg+xml', 'application/javascript', 'image/png', '', 'text/javascript']) {
      expect(of('<svg onload=alert(1)>', declared)).toBe('application/octet-stream');
    }
    expect(of('MZ\x90', 'image/jpeg')).toBe('application/octet-stream');
    expect(of('', 'image/jpeg')).toBe('application/octet-stream');
  });

  it('decides what a browser may show inline', () => {
    for (const shown of ['image/png', 'audio/ogg', 'video/mp4', 'application/pdf'])
      expect(isShownInline(shown)).toBe(true);
    for (const saved of ['text/html', 'text/plain', 'application/zip', 'application/octet-stream']) {
      expect(isShownInline(saved)).toBe(false);
    }
    expect([isOfKind('video/mp4', 'image'), isOfKind('video/mp4', 'media'), isOfKind('text/html', 'any')]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
