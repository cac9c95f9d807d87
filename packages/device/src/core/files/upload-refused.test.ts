import { errorText } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { refusalOf, retryDelaysMs, worthRetrying } from './upload-refused.ts';

const envelope = (code: string, client: string) =>
  JSON.stringify({ data: null, meta: { has_error: true, message: [{ code, text: { client } }], pagination: null } });

describe('a failed upload', () => {
  it('is tried again when the line or the server failed', () => {
    for (const status of [undefined, 0, 408, 423, 429, 500, 502, 503])
      expect(worthRetrying(status, undefined)).toBe(true);
    expect(worthRetrying(409, envelope('upload_offset', 'go on from there'))).toBe(true);
  });

  it('is not tried again when the server refused it', () => {
    for (const status of [200, 400, 401, 403, 404, 409, 413, 415, 422]) expect(worthRetrying(status, 'x')).toBe(false);
    expect(worthRetrying(409, envelope('command_ended', errorText('command_ended')))).toBe(false);
  });

  it('is tried with growing delays, for longer than a server takes to restart', () => {
    const delays = retryDelaysMs();
    expect(delays.at(-1)).toBeGreaterThan(delays[0] ?? 0);
    expect(delays.reduce((sum, delay) => sum + delay)).toBeGreaterThan(30_000);
  });

  it('[SPEC 8.14] reads "Upload failed" unless the server says more', () => {
    expect(refusalOf(undefined)).toMatchObject({ message: 'Upload failed', code: undefined });
    expect(refusalOf('<html>Bad Gateway')).toMatchObject({ message: 'Upload failed' });
    expect(refusalOf(envelope('file_too_large', 'File size exceeds 8MB limit'))).toMatchObject({
      message: 'File size exceeds 8MB limit',
      code: 'file_too_large',
    });
  });
});
