import { archiveWords, leaveWords } from '@fairwatch/device/words';
import { isConnected, type Person } from '../../core/person/person.ts';
import { askYesOrNo } from '../../core/screen/ask.ts';
import { action, heading, text, type Page } from '../../core/screen/view.ts';

const { deleted, stays, forGood } = leaveWords;
const listed = (item: string) => text(`- ${item}`);

/** The page to leave, which says what happens to the person's data. It asks twice. */
export function createLeavePage(person: Person): Page {
  const { device, screen } = person;
  let isSure = false;

  async function leave(): Promise<void> {
    const isConfirmed = await askYesOrNo(screen, {
      title: forGood.title,
      blocks: [text(forGood.text), text(forGood.sure)],
      yes: leaveWords.title,
      no: 'Stay',
    });
    if (isConfirmed) await device.client.leave();
  }

  return {
    view: () => ({
      title: leaveWords.title,
      blocks: [
        heading(deleted.title),
        ...deleted.items(device.saved.server).map(listed),
        heading(stays.title),
        ...stays.items.map(listed),
        heading(archiveWords.beforeLeaving.title),
        text(archiveWords.beforeLeaving.note),
        action(archiveWords.get, () => person.go('archive')),
        heading(forGood.title),
        text(forGood.text),
        ...(isConnected(device) ? [] : [text(forGood.notConnected, 'warn')]),
        action(forGood.sure, () => void (isSure = !isSure), { key: 'sure', mark: isSure ? '[x]' : '[ ]' }),
        ...(isSure ? [action(leaveWords.title, leave, { style: 'bad' })] : []),
      ],
    }),
  };
}
