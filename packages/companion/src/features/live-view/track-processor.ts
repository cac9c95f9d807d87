/** The parts of a stream, one by one, as some browsers give them (MediaStreamTrackProcessor). TypeScript does not know it yet. */
type Processor<Data> = new (options: { track: MediaStreamTrack; maxBufferSize?: number }) => {
  readable: ReadableStream<Data>;
};

interface Closable {
  close(): void;
}

/** Whether this browser gives the pictures or sound of a track one by one. */
export function hasTrackProcessor(): boolean {
  return 'MediaStreamTrackProcessor' in globalThis;
}

/**
 * Reads the pictures or sound of a track until the returned function is called. Each is closed after `onData`. While the page is busy, so many
 * wait, and older ones are lost.
 */
export function readTrack<Data extends Closable>(
  track: MediaStreamTrack,
  maxBufferSize: number,
  onData: (data: Data) => void,
): () => void {
  const { MediaStreamTrackProcessor } = globalThis as unknown as { MediaStreamTrackProcessor: Processor<Data> };
  const reader = new MediaStreamTrackProcessor({ track, maxBufferSize }).readable.getReader();
  let isOver = false;
  async function read(): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      try {
        if (!isOver) onData(value);
      } finally {
        value.close();
      }
    }
  }
  // A track that ends is noticed by its own event.
  read().catch(() => undefined);
  return () => {
    isOver = true;
    reader.cancel().catch(() => undefined);
  };
}
