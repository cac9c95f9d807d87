import { archiveWords, leaveWords } from '@fairwatch/device/words';
import { isConnected, type Person } from '../../core/person/person.ts';
import { askYesOrNo } from '../../core/screen/ask.ts';
import { action, heading, text, type Page } from '../../core/screen/view.ts';

const listed = (item: string) => text(`- ${item}`);

/** The page to leave, which says what happens to the person's data. It asks twice. */
export function createLeavePage(person: Person): Page {
  const { device, screen } = person;
  let isSure = false;

  async function leave(): Promise<void> {
    const isConfirmed = await askYesOrNo(screen, {
      title: leaveWords('forGood.title'),
      blocks: [text(leaveWords('forGood.text')), text(leaveWords('forGood.sure'))],
      yes: leaveWords('title'),
      no: leaveWords('forGood.stay'),
    });
    if (isConfirmed) await device.client.leave();
  }

  return {
    view: () => ({
      title: leaveWords('title'),
      blocks: [
        heading(leaveWords('deleted.title')),
        ...leaveWords.list('deleted.items', { server: device.saved.server }).map(listed),
        heading(leaveWords('stays.title')),
        ...leaveWords.list('stays.items').map(listed),
        heading(archiveWords('beforeLeaving.title')),
        text(archiveWords('beforeLeaving.note')),
        action(archiveWords('get'), () => person.go('archive')),
        heading(leaveWords('forGood.title')),
        text(leaveWords('forGood.text')),
        ...(isConnected(device) ? [] : [text(leaveWords('forGood.notConnected'), 'warn')]),
        action(leaveWords('forGood.sure'), () => void (isSure = !isSure), {
          key: 'sure',
          mark: isSure ? '[x]' : '[ ]',
        }),
        ...(isSure ? [action(leaveWords('title'), leave, { style: 'bad' })] : []),
      ],
    }),
  };
}
