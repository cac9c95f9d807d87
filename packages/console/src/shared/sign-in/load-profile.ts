import { languageOf, profile, type Language } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { changeLanguage } from '../../core/i18n/load-texts.ts';
import { browserLanguage, currentLanguage, tagFor } from '../../core/i18n/i18n.ts';
import { sessionStore } from '../../core/session/session-store.ts';
import { loadWords } from '../plain-words/load-words.ts';
import { profileInput } from './profile-input.ts';

/** Loads the account that the token belongs to into the session. Throws when that fails. */
export async function loadProfile(): Promise<void> {
  sessionStore.setLoading(true);
  try {
    const { data } = await call(profile, profileInput(location.pathname));
    // The words come first, so that nothing is drawn in others. A server that is not upgraded yet tells no preset.
    await loadWords((data as Partial<typeof data>).installation?.preset ?? null);
    await showChosenLanguage(data.language);
    sessionStore.setProfile(data);
  } catch (error) {
    sessionStore.setError(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/**
 * Another language is shown before the page is. Without a choice it is the browser's: the one before may be that of another account. When
 * its texts cannot be loaded, the page stays in the current one: it can be read.
 */
async function showChosenLanguage(language: Language | null | undefined): Promise<void> {
  const wanted = language ? tagFor(language) : browserLanguage();
  if (languageOf(wanted) === languageOf(currentLanguage())) return;
  await changeLanguage(wanted).catch(() => {});
}
