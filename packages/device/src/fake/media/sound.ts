import type { Random } from '../random.ts';

const samplesPerSecond = 16_000;
const headerBytes = 44;

/** The size in bytes of a file of so many seconds. */
export function voiceBytes(seconds: number): number {
  return headerBytes + Math.round(seconds * samplesPerSecond) * 2;
}

/** Somebody who hums and talks nonsense, as a WAV file: syllables of changing pitch with pauses between them. */
export function fakeVoice(random: Random, seconds: number): Buffer {
  const count = Math.round(seconds * samplesPerSecond);
  const file = Buffer.alloc(headerBytes + count * 2);
  writeHeader(file, count);
  const basePitch = random.int(95, 210);
  let syllable = nextSyllable(random, basePitch);
  let since = 0;
  let phase = 0;
  for (let place = 0; place < count; place += 1) {
    if (since >= syllable.samples) {
      syllable = nextSyllable(random, basePitch);
      since = 0;
    }
    const share = since / syllable.samples;
    phase += (2 * Math.PI * (syllable.pitch + syllable.glide * share)) / samplesPerSecond;
    // A few overtones and a soft beginning and end make it a voice rather than a whistle.
    const tone = Math.sin(phase) + 0.5 * Math.sin(2 * phase) + syllable.colour * Math.sin(3 * phase);
    const loudness = syllable.silent ? 0 : Math.sin(Math.PI * share) * 0.28;
    const breath = (random.next() - 0.5) * 0.006;
    file.writeInt16LE(Math.round((tone * loudness * 0.5 + breath) * 32_767), headerBytes + place * 2);
    since += 1;
  }
  return file;
}

const peakCount = 60;
const fullScale = 32_768;

/** The waveform of such a file: the loudness of each section from 0 to 100. */
export function peaksOf(voice: Buffer): number[] {
  const samples = Math.floor((voice.length - headerBytes) / 2);
  return Array.from({ length: peakCount }, (_, place) => {
    const from = Math.floor((place * samples) / peakCount);
    const to = Math.floor(((place + 1) * samples) / peakCount);
    let loudest = 0;
    for (let sample = from; sample < to; sample += 1) {
      loudest = Math.max(loudest, Math.abs(voice.readInt16LE(headerBytes + sample * 2)));
    }
    return Math.round((loudest / fullScale) * 100);
  });
}

function nextSyllable(random: Random, basePitch: number) {
  const silent = random.chance(0.22);
  return {
    silent,
    samples: Math.round(((silent ? random.int(120, 600) : random.int(90, 260)) / 1000) * samplesPerSecond),
    pitch: basePitch * (0.85 + random.next() * 0.4),
    glide: (random.next() - 0.5) * 50,
    colour: random.next() * 0.5,
  };
}

function writeHeader(file: Buffer, count: number): void {
  const bytes = count * 2;
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  // One channel of plain 16-bit samples.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(samplesPerSecond, 24);
  file.writeUInt32LE(samplesPerSecond * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
}
