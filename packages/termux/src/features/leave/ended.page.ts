import { endedByText, endText, leaveWords } from '@fairwatch/device/words';
import type { Person } from '../../core/person/person.ts';
import { action, dim, quote, text, type Block, type Page } from '../../core/screen/view.ts';
import { pageText } from '../../core/texts/pages.texts.ts';

/** Says how the supervision ended, and offers to delete what is left of it on this phone. */
export function createEndedPage({ device, screen }: Person, close: () => void): Page {
  let isForgotten = false;

  async function forget(): Promise<void> {
    await device.forget();
    isForgotten = true;
    screen.refresh();
  }

  function blocks(): Block[] {
    const { ended } = device.live.get();
    const kind = ended?.kind ?? 'stopped';
    if (kind === 'stopped') return [text(leaveWords('ended.startAgain'))];
    if (kind === 'replaced') return [text(leaveWords('ended.replacedByProgram'))];
    // Who leaves takes everything along: the program has deleted it.
    const isKept = kind !== 'left' && !isForgotten;
    return [
      text(endText(kind, device.saved.server)),
      ...(ended?.ending ? [quote(endedByText(ended.ending))] : []),
      ...(isKept
        ? [dim(leaveWords('ended.phoneKeeps')), action(leaveWords('ended.removeFromPhone'), forget)]
        : [text(leaveWords('ended.nothingLeft'))]),
    ];
  }

  return {
    view: () => ({
      title: leaveWords(`ended.title.${device.live.get().ended?.kind ?? 'stopped'}`),
      blocks: [...blocks(), action(pageText('close'), close)],
    }),
  };
}
