import { endedByText, endText, leaveWords } from '@fairwatch/device/words';
import type { Person } from '../../core/person/person.ts';
import { action, dim, quote, text, type Block, type Page } from '../../core/screen/view.ts';

const kept =
  'This phone still keeps your choices and messages in the folder of Fairwatch. Nobody but you can see that.';

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
    if (kind === 'stopped') return [text('Start Fairwatch again to go on.')];
    if (kind === 'replaced')
      return [text('The same device is connected from another program. Only one of them can be.')];
    // Who leaves takes everything along: the program has deleted it.
    const isKept = kind !== 'left' && !isForgotten;
    return [
      text(endText(kind, device.saved.server)),
      ...(ended?.ending ? [quote(endedByText(ended.ending))] : []),
      ...(isKept
        ? [dim(kept), action('Remove it from this phone', forget)]
        : [text('Nothing of it is left on this phone.')]),
    ];
  }

  return {
    view: () => ({
      title: leaveWords(`ended.title.${device.live.get().ended?.kind ?? 'stopped'}`),
      blocks: [...blocks(), action('Close Fairwatch', close)],
    }),
  };
}
