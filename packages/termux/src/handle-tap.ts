import { requestWords } from '@fairwatch/device/words';
import type { ControlMessage } from './core/control/control-words.ts';
import type { Notice } from './core/notice/notice.ts';
import type { TermuxDevice } from './core/state/termux-state.ts';
import type { Termux } from './core/termux/termux.ts';
import { programText } from './core/texts/program.texts.ts';

interface TapParts {
  device: Pick<TermuxDevice, 'client' | 'live'>;
  notice: Pick<Notice, 'swiped'>;
  termux: Termux;
}

const termuxActivity = 'com.termux/com.termux.app.TermuxActivity';

/** Carries out a tap on a notification; resolves with a word about it. Throws when it comes too late. */
export async function handleTap(message: ControlMessage, { device, notice, termux }: TapParts): Promise<string> {
  const { client, live } = device;
  switch (message.word) {
    case 'open':
      // Android may not allow it while another app is in front; then the person opens Termux by its icon.
      await termux.run('am', ['start', '-n', termuxActivity]).catch(() => undefined);
      return programText('tap.opened');
    case 'pause':
      // It counts on this phone at once. The answer of the server may take until the next connection.
      client.pause().catch(() => undefined);
      return programText('tap.paused');
    case 'resume':
      client.resume().catch(() => undefined);
      return programText('tap.resumed');
    case 'notice-gone':
      notice.swiped();
      return programText('tap.noticeGone');
    case 'allow':
    case 'decline': {
      const request = live.get().requests.find(({ commandId }) => commandId === message.commandId);
      if (!request) throw new Error(requestWords('over'));
      if (message.word === 'allow') request.accept();
      else request.decline();
      return programText(message.word === 'allow' ? 'tap.allowed' : 'tap.declined');
    }
    case 'stop': {
      const { capture, liveLocation, liveView } = live.get();
      if (capture?.commandId === message.commandId) capture.stop();
      else if (liveLocation?.sessionId === message.commandId) client.stopLiveLocation();
      else if (liveView?.sessionId === message.commandId) client.stopLiveView();
      else throw new Error(programText('tap.over'));
      return programText('tap.stopped');
    }
    case 'hand-over':
      throw new Error(programText('tap.hasScreen'));
  }
}
