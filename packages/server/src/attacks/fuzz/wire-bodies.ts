import * as fc from 'fast-check';
import { oddValues } from './broken-input.ts';

/** A request body with its content type. */
export interface WireBody {
  type: string;
  bytes: Uint8Array | string;
}

const json = 'application/json';

/** Serializes a value as JSON; values without a JSON form become null. */
export function toJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

export function jsonBody(value: unknown): WireBody {
  return { type: json, bytes: toJson(value) };
}

const deep = 3000;

/** Bodies that are invalid for every call: no JSON, truncated, of another type, deeply nested. */
export const noInputs: fc.Arbitrary<WireBody> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ type: json, bytes })),
  fc
    .tuple(oddValues, fc.nat(60))
    .map(([value, length]) => ({ type: json, bytes: toJson({ a: value }).slice(0, length) })),
  fc.constantFrom(
    { type: json, bytes: '' },
    { type: json, bytes: '{"a":1,"a":2}' },
    { type: json, bytes: '{"__proto__":{"isAdmin":true}}' },
    { type: json, bytes: '{"constructor":{"prototype":{}}}' },
    { type: json, bytes: `${'['.repeat(deep)}${']'.repeat(deep)}` },
    { type: json, bytes: '{"a":'.repeat(1000) },
    { type: json, bytes: '\ufeff{}' },
    { type: json, bytes: '1e999' },
    { type: `${json}; charset=utf-16`, bytes: '{}' },
    { type: 'text/plain', bytes: '{}' },
    { type: 'application/x-www-form-urlencoded', bytes: 'a=1&b=2' },
    { type: 'multipart/form-data', bytes: '' },
    { type: 'multipart/form-data; boundary=x', bytes: '--x\r\n\r\n--x--' },
    { type: '', bytes: '{}' },
  ),
);

const boundary = 'fuzz-7f3a';
const formType = `multipart/form-data; boundary=${boundary}`;

/** Mutations of a form's syntax. */
const formFaults = [
  'none',
  'none',
  'none',
  'none',
  'cut',
  'no-file',
  'file-first',
  'twice',
  'no-end',
  'odd-headers',
] as const;

/** A form with these fields and a file, mostly in the syntax of browsers. */
export function formBodies(fields: unknown, filePart: string, files: readonly Uint8Array[]): fc.Arbitrary<WireBody> {
  const pairs = Object.entries(typeof fields === 'object' && fields !== null ? fields : { input: fields });
  const parts = pairs.map(([name, value]) => part(`name="${quoted(name)}"`, textOf(value)));
  return fc
    .record({ fault: fc.constantFrom(...formFaults), file: fc.oneof(fc.constantFrom(...files), fc.uint8Array()) })
    .map(({ fault, file }) => {
      const filed = part(`name="${filePart}"; filename="blob"`, file);
      const odd = part(`name="${'x'.repeat(500)}"\r\nX-Odd: \u0001`, 'odd');
      const content = Buffer.concat(
        fault === 'no-file'
          ? parts
          : fault === 'file-first'
            ? [filed, ...parts]
            : fault === 'twice'
              ? [...parts, ...parts, filed, filed]
              : fault === 'odd-headers'
                ? [odd, ...parts, filed]
                : [...parts, filed],
      );
      const whole = fault === 'no-end' ? content : Buffer.concat([content, Buffer.from(`--${boundary}--\r\n`)]);
      return { type: formType, bytes: fault === 'cut' ? whole.subarray(0, whole.length >> 1) : whole };
    });
}

function part(disposition: string, content: Uint8Array | string): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content as string), Buffer.from('\r\n')]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value);
}

function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\n', '%0A').replaceAll('\r', '%0D');
}
