import { leavingText, leavingWords } from '@fairwatch/device/words';
import { isConnected, type Person } from '../../core/person/person.ts';
import { askYesOrNo } from '../../core/screen/ask.ts';
import { action, text, type Page } from '../../core/screen/view.ts';

const comeBack = 'Start Fairwatch again later if you close it now.';

/** Shown after the person has left, until the server confirms it. Nothing is shared any more. */
export function createLeavingPage({ device, screen, quit }: Person, close: () => void): Page {
  const { saved, client } = device;
  const { forget } = leavingWords;

  async function forgetServer(): Promise<void> {
    const blocks = [text(forget.text(saved.server))];
    if (!(await askYesOrNo(screen, { title: forget.title, blocks, yes: forget.yes, no: forget.no }))) return;
    await device.forget();
    close();
  }

  return {
    view: () => ({
      title: leavingWords.title,
      blocks: [
        text(leavingWords.text),
        text(leavingText(saved.server, isConnected(device), comeBack)),
        action(leavingWords.retry, () => client.reconnectNow()),
        action(leavingWords.gone, forgetServer),
        action('Close Fairwatch', quit),
      ],
    }),
  };
}
