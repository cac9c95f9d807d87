import { deviceFrameBytes, limits, type DeviceFrame } from '@fairwatch/contract';

const { fieldsPerRow, maxUntypedFrameBytes, rowsPerBatch } = limits.device;

/** The refusal of a frame that was not parsed. */
export interface UnreadFrame {
  reason: string;
  about: DeviceFrame['type'] | null;
}

/** The bytes at the beginning of a frame that are searched for its type. */
const peekedBytes = 64;
const typeFirst = /^\s*\{\s*"type"\s*:\s*"([a-z-]+)"/;

/**
 * Checks a frame before it is parsed: returns why it is refused when it is larger than its type may be, or nested so that
 * parsing it would cost far more than its bytes. Null lets it through.
 */
export function checkUnparsedFrame(data: Buffer): UnreadFrame | null {
  const [, name = ''] = typeFirst.exec(data.toString('latin1', 0, peekedBytes)) ?? [];
  const type = isFrameType(name) ? name : null;
  const most = type === null ? maxUntypedFrameBytes : deviceFrameBytes[type];
  if (data.length > most) {
    const what = type ?? 'a frame that does not begin with its type';
    return { reason: `The frame is too large: ${what} takes at most ${most} bytes.`, about: type };
  }
  if (data.length > maxUntypedFrameBytes && !isFlat(data)) return { reason: 'The frame is not valid.', about: type };
  return null;
}

function isFrameType(name: string): name is DeviceFrame['type'] {
  return Object.hasOwn(deviceFrameBytes, name);
}

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
/** The deepest nesting of a valid frame: the frame, its list of rows, and a row. */
const maxDepth = 3;

/** True when the JSON text has no deeper nesting, no more arrays and objects, and no more fields than a full batch of rows. */
function isFlat(data: Buffer): boolean {
  let depth = 0;
  let opened = 0;
  let fields = 0;
  let inText = false;
  for (let place = 0; place < data.length; place += 1) {
    const byte = data[place];
    if (inText) {
      if (byte === backslash) place += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === colon) {
      fields += 1;
      if (fields > fieldsPerRow) return false;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      opened += 1;
      fields = 0;
      if (depth > maxDepth || opened > rowsPerBatch + 2) return false;
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
  }
  return true;
}
