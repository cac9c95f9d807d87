import {
  capabilities,
  capabilityNames,
  commandTypes,
  commandWords,
  inLanguage,
  namesText,
  retell,
  sourceLanguage,
  textLanguage,
  translator,
} from '@fairwatch/contract';
import texts from './run-titles.texts.json' with { type: 'json' };

const file = 'server/run-titles';
const t = translator(file, texts);

/** What stands in the English title of a run for each thing in its list, and that thing in the language that is selected. */
type Things = ReadonlyMap<string, () => string>;

const updated: Things = inLanguage(
  sourceLanguage,
  () =>
    new Map(
      commandTypes.map((type) => [
        commandWords(type, {}).title.replace(/^Update /, ''),
        () => commandWords(type, {}).title,
      ]),
    ),
);
const shared: Things = inLanguage(
  sourceLanguage,
  () => new Map(capabilityNames.map((name) => [capabilities[name].title, () => capabilities[name].title])),
);

/** The stored title of a run or a schedule, in the language that is selected. What we did not word stays as it was stored. */
export function retellRunTitle(stored: string): string {
  if (textLanguage() === sourceLanguage) return stored;
  const [, update] = /^Update (.+)$/.exec(stored) ?? [];
  if (update !== undefined) return retellList(update, updated) ?? stored;
  const [, ask] = /^Ask to share (.+)$/.exec(stored) ?? [];
  if (ask !== undefined) {
    const kinds = retellList(ask, shared);
    return kinds === undefined ? stored : t('ask', { kinds });
  }
  return retell(file, texts, Object.keys(texts), stored);
}

/** Some names have "and" in them, so that a list cannot be split at it: the longest name that fits is taken, one after the other. */
function retellList(list: string, things: Things): string | undefined {
  const names = [...things.keys()].toSorted((one, other) => other.length - one.length);
  const told: string[] = [];
  for (let rest = list; rest !== '';) {
    const name = names.find((each) => rest.startsWith(each));
    if (name === undefined) return undefined;
    told.push(things.get(name)?.() ?? name);
    rest = rest.slice(name.length).replace(/^(?:, and |, | and )/, '');
  }
  return namesText(told);
}
