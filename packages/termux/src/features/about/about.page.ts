import { noticeText, noticeVersion, type OfferedTermux } from '@fairwatch/contract';
import { aboutWords, noticeTitle, supervisionFacts, watchesText } from '@fairwatch/device/words';
import type { Person } from '../../core/person/person.ts';
import { askYesOrNo, showWhile } from '../../core/screen/ask.ts';
import { action, dim, facts, heading, prose, text, type Block, type Page } from '../../core/screen/view.ts';
import { installedLines, offerLines } from '../../core/updates/update-words.ts';
import { pageText } from '../../core/texts/pages.texts.ts';
import { programText } from '../../core/texts/program.texts.ts';

/** By whom and why this phone is supervised, the notice in full, and which program this is. */
export function createAboutPage({ device, screen }: Person): Page {
  const { live, saved, updates } = device;
  let answer: string | null = null;

  async function askServer(): Promise<void> {
    answer = null;
    const offer = await updates.ask();
    answer = offer === null ? pageText('program.same') : null;
    screen.refresh();
  }

  async function install(offer: OfferedTermux): Promise<void> {
    const { running } = updates;
    if (running === null) return;
    const title = pageText('program.another');
    const blocks = [...offerLines(running, offer).map((line) => text(line)), text(programText('update.question'))];
    if (!(await askYesOrNo(screen, { title, blocks, yes: pageText('program.yes'), no: pageText('program.no') })))
      return;
    await showWhile(screen, { title, blocks: [text(pageText('program.downloading'))] }, updates.install(offer));
  }

  function programBlocks(): Block[] {
    if (updates.running === null) return [heading(pageText('program.title')), dim(pageText('program.notBuilt'))];
    const { running } = updates;
    const [offer, installed] = [updates.offered(), updates.installed()];
    return [
      heading(pageText('program.title')),
      facts([
        [aboutWords('facts.version'), running.version],
        [pageText('program.file'), running.path],
        ['SHA-256', running.sha256],
      ]),
      ...(installed === null ? [] : installedLines(running, installed).map((line) => text(line, 'good'))),
      ...(answer === null ? [] : [text(answer, 'good')]),
      offer === null
        ? action(pageText('program.ask'), askServer, { key: 'update' })
        : action(pageText('program.offered', { version: offer.version }), () => install(offer), {
            key: 'update',
            style: 'accent',
          }),
    ];
  }

  return {
    view() {
      const { ground, usedKinds, supervision, watches } = live.get();
      return {
        title: aboutWords('title'),
        blocks: [
          facts(supervisionFacts({ ...saved, ground, supervision })),
          dim(watchesText(watches)),
          heading(aboutWords('rules')),
          ...aboutWords.list('houseRules').map((rule) => text(rule)),
          ...programBlocks(),
          heading(noticeTitle(noticeVersion)),
          prose(noticeText(ground, saved.language, usedKinds)),
        ],
      };
    },
  };
}
