import { isNoticeLanguage, noticeLanguage, type NoticeLanguage } from '@fairwatch/contract';

/** The first language of the person's that there is a notice in. */
export function noticeLanguageFor(languages: readonly string[]): NoticeLanguage {
  for (const tag of languages) {
    const language = tag.split('-', 1)[0]?.toLowerCase() ?? '';
    if (isNoticeLanguage(language)) return language;
  }
  return noticeLanguage;
}
