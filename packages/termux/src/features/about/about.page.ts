import { noticeText, noticeVersion, type OfferedTermux } from '@fairwatch/contract';
import { aboutWords, noticeTitle, supervisionFacts, watchesText } from '@fairwatch/device/words';
import type { Person } from '../../core/person/person.ts';
import { askYesOrNo, showWhile } from '../../core/screen/ask.ts';
import { action, dim, facts, heading, prose, text, type Block, type Page } from '../../core/screen/view.ts';
import { installedLines, installQuestion, offerLines } from '../../core/updates/update-words.ts';

const notBuilt = 'This program does not run from a built file, so it has no hash to compare and no updates.';

/** By whom and why this phone is supervised, the notice in full, and which program this is. */
export function createAboutPage({ device, screen }: Person): Page {
  const { live, saved, updates } = device;
  let answer: string | null = null;

  async function askServer(): Promise<void> {
    answer = null;
    const offer = await updates.ask();
    answer = offer === null ? 'The server offers the file that runs here.' : null;
    screen.refresh();
  }

  async function install(offer: OfferedTermux): Promise<void> {
    const { running } = updates;
    if (running === null) return;
    const title = 'Another version of this program';
    const blocks = [...offerLines(running, offer).map((line) => text(line)), text(installQuestion)];
    if (!(await askYesOrNo(screen, { title, blocks, yes: 'Yes, replace it', no: 'No, keep this one' }))) return;
    await showWhile(screen, { title, blocks: [text('Downloading…')] }, updates.install(offer));
  }

  function programBlocks(): Block[] {
    if (updates.running === null) return [heading('This program'), dim(notBuilt)];
    const { running } = updates;
    const [offer, installed] = [updates.offered(), updates.installed()];
    return [
      heading('This program'),
      facts([
        ['Version', running.version],
        ['File', running.path],
        ['SHA-256', running.sha256],
      ]),
      ...(installed === null ? [] : installedLines(running, installed).map((line) => text(line, 'good'))),
      ...(answer === null ? [] : [text(answer, 'good')]),
      offer === null
        ? action('Ask the server for another version', askServer, { key: 'update' })
        : action(`The server offers version ${offer.version}`, () => install(offer), {
            key: 'update',
            style: 'accent',
          }),
    ];
  }

  return {
    view() {
      const { ground, supervision, watches } = live.get();
      return {
        title: aboutWords('title'),
        blocks: [
          facts(supervisionFacts({ ...saved, ground, supervision })),
          dim(watchesText(watches)),
          heading(aboutWords('rules')),
          ...aboutWords.list('houseRules').map((rule) => text(rule)),
          ...programBlocks(),
          heading(noticeTitle(noticeVersion)),
          prose(noticeText(ground, saved.language)),
        ],
      };
    },
  };
}
