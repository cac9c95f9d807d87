import type { LivePacket } from './live-decoder.ts';

const sampleRate = 48_000;
/** Sound is played so much later than it comes, so that packets that come unevenly do not tear it. */
const leadSeconds = 0.08;
/** What would be played later than this is dropped: the sound must not fall behind the picture. */
const maxLeadSeconds = 0.5;

/** Plays the sound of a live view. It is made by a press of the admin, as browsers demand, and decodes nothing before that. */
export interface LiveSound {
  play(packet: LivePacket): void;
  close(): void;
}

/** True where the browser can decode the sound. */
export function canPlaySound(): boolean {
  return 'AudioDecoder' in globalThis && 'AudioContext' in globalThis;
}

/** Opens the speaker. `lost` is called when the decoder fails, and no sound follows. */
export function openLiveSound(lost: () => void): LiveSound {
  const context = new AudioContext({ sampleRate, latencyHint: 'interactive' });
  void context.resume();
  let nextAt = 0;
  let isClosed = false;

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    if (decoder.state !== 'closed') decoder.close();
    void context.close();
  }

  function output(data: AudioData): void {
    const startAt = Math.max(nextAt, context.currentTime + leadSeconds);
    if (!isClosed && startAt - context.currentTime <= maxLeadSeconds) {
      const source = new AudioBufferSourceNode(context, { buffer: bufferOf(data) });
      source.connect(context.destination);
      source.start(startAt);
      nextAt = startAt + data.numberOfFrames / data.sampleRate;
    }
    data.close();
  }

  const decoder = new AudioDecoder({
    output,
    error: () => {
      close();
      lost();
    },
  });
  decoder.configure({ codec: 'opus', sampleRate, numberOfChannels: 1 });

  return {
    play({ header: { takenMs }, payload }) {
      if (isClosed || decoder.state !== 'configured') return;
      decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: takenMs * 1000, data: payload }));
    },
    close,
  };
}

function bufferOf(data: AudioData): AudioBuffer {
  const { numberOfChannels, numberOfFrames } = data;
  const buffer = new AudioBuffer({ numberOfChannels, length: numberOfFrames, sampleRate: data.sampleRate });
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) {
    data.copyTo(buffer.getChannelData(planeIndex), { planeIndex, format: 'f32-planar' });
  }
  return buffer;
}
