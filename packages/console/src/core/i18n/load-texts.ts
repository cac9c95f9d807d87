import { languageOf, sourceLanguage, type Language } from '@fairwatch/contract';
import { currentLanguage, selectLanguage } from './i18n.ts';

/** The parts in which texts of other languages than English are loaded: a file per language each. */
export type TextPart = 'contract' | 'core' | 'shared' | TextArea;

/** The areas that have texts, by their folders. */
export type TextArea =
  | 'accounts'
  | 'consent'
  | 'device-data'
  | 'devices'
  | 'files'
  | 'installation'
  | 'places'
  | 'support';

/** What is on screen, or was: another language needs all of it. Every page shows texts of the first three. */
const needed = new Set<TextPart>(['contract', 'core', 'shared']);
const loads = new Map<string, Promise<void>>();

/** Loads the texts of the current language that every page needs, and those of an area. English comes with the code. */
export async function loadTexts(area?: TextArea): Promise<void> {
  if (area !== undefined) needed.add(area);
  await loadNeeded(currentLanguage());
}

/** Shows everything in another language once its texts are there. */
export async function changeLanguage(tag: string): Promise<void> {
  await loadNeeded(tag);
  selectLanguage(tag);
}

/** Loads what is on screen in another language too, for texts that somebody else reads. */
export async function loadNeeded(tag: string): Promise<void> {
  const language = languageOf(tag) ?? sourceLanguage;
  if (language === sourceLanguage) return;
  await Promise.all(Array.from(needed, (part) => loadOnce(language, part)));
}

/** A file that could not be loaded is loaded again by whoever needs it next. */
function loadOnce(language: Language, part: TextPart): Promise<void> {
  const key = `${language}/${part}`;
  const started = loads.get(key) ?? loadFile(language, part);
  loads.set(key, started);
  started.catch(() => loads.delete(key));
  return started;
}

async function loadFile(language: Language, part: TextPart): Promise<void> {
  // Its list of files is only for readers of other languages than English.
  const { loadLanguageFile } = await import('./language-files.ts');
  await loadLanguageFile(language, part);
}
