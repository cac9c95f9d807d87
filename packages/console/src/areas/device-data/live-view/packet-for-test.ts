import { encodeLiveFrame, type LiveFrameHeader } from '@fairwatch/contract';
import type { LivePacket } from './picture/live-decoder.ts';

/** The header of a key frame in VP8. */
function headerForTest(change: Partial<LiveFrameHeader> = {}): LiveFrameHeader {
  return {
    codec: 'VP8',
    isKey: true,
    camera: 'BACK',
    isMuted: false,
    sequence: 0,
    sessionId: 7,
    takenMs: 0,
    ageMs: 120,
    ...change,
  };
}

/** A picture as the socket passes it on. */
export function packetForTest(change: Partial<LiveFrameHeader> = {}, bytes: readonly number[] = [1, 2, 3]): LivePacket {
  const header = headerForTest(change);
  return { header, payload: Uint8Array.from(bytes), ageMs: header.ageMs, receivedAt: 0 };
}

/** The binary message that carries a picture. */
export function messageForTest(
  change: Partial<LiveFrameHeader> = {},
  bytes: readonly number[] = [1, 2, 3],
): ArrayBuffer {
  return encodeLiveFrame(headerForTest(change), Uint8Array.from(bytes)).buffer;
}
