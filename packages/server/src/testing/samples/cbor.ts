/** Encodes the part of CBOR (RFC 8949) that authenticators use: integers, texts, bytes, lists and maps. */
export function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = value instanceof Map ? [...value] : Object.entries(value as object);
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cbor))]);
}

function head(kind: number, amount: number): Buffer {
  const first = kind << 5;
  if (amount < 24) return Buffer.from([first | amount]);
  if (amount < 256) return Buffer.from([first | 24, amount]);
  const bytes = Buffer.alloc(3);
  bytes.writeUInt8(first | 25);
  bytes.writeUInt16BE(amount, 1);
  return bytes;
}
