import { registerFurtherNotices } from '@fairwatch/contract/further-notices';
import { languageTags, matchLanguage, registerLanguage, setTextLanguage, type TextGroup } from '@fairwatch/contract';
import contractAr from '@fairwatch/contract/locales/ar.json' with { type: 'json' };
import contractDe from '@fairwatch/contract/locales/de.json' with { type: 'json' };
import contractEs from '@fairwatch/contract/locales/es.json' with { type: 'json' };
import contractFr from '@fairwatch/contract/locales/fr.json' with { type: 'json' };
import contractNl from '@fairwatch/contract/locales/nl.json' with { type: 'json' };
import contractPtBr from '@fairwatch/contract/locales/pt-BR.json' with { type: 'json' };
import contractTr from '@fairwatch/contract/locales/tr.json' with { type: 'json' };
import deviceAr from '@fairwatch/device/locales/ar.json' with { type: 'json' };
import deviceDe from '@fairwatch/device/locales/de.json' with { type: 'json' };
import deviceEs from '@fairwatch/device/locales/es.json' with { type: 'json' };
import deviceFr from '@fairwatch/device/locales/fr.json' with { type: 'json' };
import deviceNl from '@fairwatch/device/locales/nl.json' with { type: 'json' };
import devicePtBr from '@fairwatch/device/locales/pt-BR.json' with { type: 'json' };
import deviceTr from '@fairwatch/device/locales/tr.json' with { type: 'json' };
import termuxAr from '../../locales/ar.json' with { type: 'json' };
import termuxDe from '../../locales/de.json' with { type: 'json' };
import termuxEs from '../../locales/es.json' with { type: 'json' };
import termuxFr from '../../locales/fr.json' with { type: 'json' };
import termuxNl from '../../locales/nl.json' with { type: 'json' };
import termuxPtBr from '../../locales/pt-BR.json' with { type: 'json' };
import termuxTr from '../../locales/tr.json' with { type: 'json' };

/** The texts of every language are in the one file of the program: those of the contract, the device and Termux. */
const locales: Readonly<Record<string, readonly Readonly<Record<string, TextGroup>>[]>> = {
  ar: [contractAr, deviceAr, termuxAr],
  de: [contractDe, deviceDe, termuxDe],
  es: [contractEs, deviceEs, termuxEs],
  fr: [contractFr, deviceFr, termuxFr],
  nl: [contractNl, deviceNl, termuxNl],
  'pt-BR': [contractPtBr, devicePtBr, termuxPtBr],
  tr: [contractTr, deviceTr, termuxTr],
};

/** The languages that the person reads, the best first: those of the environment, as `LANG=de_DE.UTF-8`, and of the phone. */
export function readersLanguages(env: NodeJS.ProcessEnv = process.env): string[] {
  const { LC_ALL, LC_MESSAGES, LANG } = env;
  const named = [LC_ALL, LC_MESSAGES, LANG].flatMap((value) => {
    const tag = value?.split(/[.@]/, 1)[0]?.replace('_', '-') ?? '';
    // `C` and `POSIX` name no language.
    return tag === '' || tag === 'C' || tag === 'POSIX' ? [] : [tag];
  });
  return [...named, new Intl.DateTimeFormat().resolvedOptions().locale];
}

/** Selects the language of everything that the program says. */
export function openLanguage(tags: readonly string[]): void {
  const language = matchLanguage(tags);
  registerFurtherNotices();
  for (const tag of languageTags) for (const texts of locales[tag] ?? []) registerLanguage(tag, texts);
  setTextLanguage(language);
}
