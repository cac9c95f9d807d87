import { leaveWords, leavingText } from '@fairwatch/device/words';
import { isConnected, type Person } from '../../core/person/person.ts';
import { askYesOrNo } from '../../core/screen/ask.ts';
import { action, text, type Page } from '../../core/screen/view.ts';
import { pageText } from '../../core/texts/pages.texts.ts';

/** Shown after the person has left, until the server confirms it. Nothing is shared any more. */
export function createLeavingPage({ device, screen, quit }: Person, close: () => void): Page {
  const { saved, client } = device;

  async function forgetServer(): Promise<void> {
    const blocks = [text(leaveWords('leaving.forget.text', { server: saved.server }))];
    if (
      !(await askYesOrNo(screen, {
        title: leaveWords('leaving.forget.title'),
        blocks,
        yes: leaveWords('leaving.forget.yes'),
        no: leaveWords('leaving.forget.no'),
      }))
    )
      return;
    await device.forget();
    close();
  }

  return {
    view: () => ({
      title: leaveWords('leaving.title'),
      blocks: [
        text(leaveWords('leaving.text')),
        text(leavingText(saved.server, isConnected(device), leaveWords('leaving.startLater'))),
        action(leaveWords('leaving.retry'), () => client.reconnectNow()),
        action(leaveWords('leaving.gone'), forgetServer),
        action(pageText('close'), quit),
      ],
    }),
  };
}
