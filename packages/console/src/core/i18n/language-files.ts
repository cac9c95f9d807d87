import { registerLanguage, type Language, type TextGroup } from '@fairwatch/contract';
import type { TextPart } from './load-texts.ts';

type Load = () => Promise<Readonly<Record<string, TextGroup>>>;

const ofConsole = import.meta.glob<Load>('../../locales/*/*.json', { import: 'default' });
const ofContract = import.meta.glob<Load>('../../../../contract/src/locales/*.json', { import: 'default' });

/** Loads and registers the texts of a part in one language. A part without texts in it stays English. */
export async function loadLanguageFile(language: Language, part: TextPart): Promise<void> {
  const load =
    part === 'contract'
      ? ofContract[`../../../../contract/src/locales/${language}.json`]
      : ofConsole[`../../locales/${language}/${part}.json`];
  if (load !== undefined) registerLanguage(language, (await load()) as never);
}
