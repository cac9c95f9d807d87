import type { LiveViewEnd, LiveViewMessage } from '@fairwatch/contract';
import { WebSocket } from 'ws';
import type { JoinedViewer } from '../live-viewers.store.ts';
import type { LiveFrame } from './live-stream.ts';

/** More bytes than this that wait for a viewer mean that it cannot keep up: it is sent nothing up to a key frame after they are gone. */
const maxBufferedBytes = 96 * 1024;
/** A viewer for whom even messages pile up is let go. */
const maxUnreadBytes = 512 * 1024;
const normalClose = 1000;

/** The socket of an admin who watches. */
export class LiveViewer extends WebSocket {
  viewer: JoinedViewer = noViewer;
  /** True while it is not known whether they may still watch: they are sent nothing. */
  isHeld = true;
  /** Rises with each reason to pause: an answer from the database that is older does not end it. */
  pauses = 0;
  /** Pictures that were sent. */
  pictures = 0;
  /** When they last answered a ping, or opened. */
  heardAt = 0;
  /** Messages received since the last check. */
  messages = 0;
  /** Closes the connection so that nothing that waits is sent any more. */
  reset: () => void = () => this.terminate();
  #needsKey = true;

  /** Sends a frame unless the viewer is paused or too slow, then or since the last key frame. */
  offer({ header, bytes }: LiveFrame): void {
    if (this.isHeld || this.readyState !== WebSocket.OPEN) return void (this.#needsKey = true);
    const isFull = this.bufferedAmount > maxBufferedBytes;
    if (header.codec === 'OPUS') {
      if (!isFull && this.viewer.maySound) this.send(bytes);
      return;
    }
    if (isFull || (this.#needsKey && !header.isKey)) return void (this.#needsKey = true);
    this.#needsKey = false;
    this.pictures += 1;
    this.send(bytes);
  }

  tell(message: LiveViewMessage): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (this.bufferedAmount > maxUnreadBytes) this.terminate();
    else this.send(JSON.stringify(message));
  }

  /** Tells that it is over, and closes. Pictures that were not sent yet are never sent: the connection is cut instead. */
  end(end: LiveViewEnd, code: number = normalClose): void {
    this.isHeld = true;
    if (this.readyState !== WebSocket.OPEN) return;
    if (this.bufferedAmount > 0) return this.reset();
    this.tell({ type: 'ended', end });
    this.close(code, 'ended');
  }
}

const noViewer: JoinedViewer = {
  id: 0,
  sessionId: 0,
  deviceId: 0,
  userId: 0,
  username: '',
  tokenHash: '',
  maySound: false,
};
