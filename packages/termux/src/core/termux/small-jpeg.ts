interface Frame {
  input: string;
  output: string;
  seekMs: number;
  /** The format of the input, in the words of ffmpeg. */
  format: string;
  /** The longer side of the JPEG in pixels, at most. */
  side: number;
}

/**
 * The arguments with which ffmpeg makes a small JPEG. The format is the one that the first bytes say, and nothing but files is opened: else a file
 * that somebody has sent to the phone could be a playlist that makes ffmpeg open other files and addresses.
 */
export function smallJpegArgs({ input, output, seekMs, format, side }: Frame): string[] {
  return [
    ['-nostdin', '-v', 'error', '-threads', '1', '-protocol_whitelist', 'file', '-f', format],
    ['-ss', (seekMs / 1000).toFixed(3), '-i', input, '-frames:v', '1', '-an'],
    ['-vf', `scale=w=${atMost(side, 'iw')}:h=${atMost(side, 'ih')}:force_original_aspect_ratio=decrease`],
    ['-pix_fmt', 'yuvj420p', '-q:v', '5', '-f', 'mjpeg', '-y', output],
  ].flat();
}

function atMost(side: number, of: 'iw' | 'ih'): string {
  return `'min(${side},${of})'`;
}
