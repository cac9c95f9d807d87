const sequenceParameterSet = 7;
const typeBits = 0x1f;

/**
 * The codec name of an H.264 stream in Annex B form, such as "avc1.42e01f", from its first key frame; null when it does not say. The three
 * bytes behind the type of its sequence parameters are profile, constraints and level.
 */
export function h264CodecName(keyFrame: Uint8Array): string | null {
  for (let at = 0; at + 6 < keyFrame.length; at += 1) {
    const isStart = keyFrame[at] === 0 && keyFrame[at + 1] === 0 && keyFrame[at + 2] === 1;
    if (!isStart || ((keyFrame[at + 3] ?? 0) & typeBits) !== sequenceParameterSet) continue;
    const facts = keyFrame.subarray(at + 4, at + 7);
    return `avc1.${Array.from(facts, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  }
  return null;
}
