import { isNoticeLanguage, noticeHash, type Capability, type Ground } from '@fairwatch/contract';

/**
 * True when a hash is that of the current notice for a ground: consent covers an exact text. A client that knows nothing of used kinds shows
 * the whole notice, which names every kind that this installation uses and more; what is not used is not granted by it.
 */
export async function isShownNotice(
  { noticeHash: hash, language }: { noticeHash: string; language: string },
  ground: Ground,
  usedKinds: readonly Capability[],
): Promise<boolean> {
  if (!isNoticeLanguage(language)) return false;
  return hash === (await noticeHash(ground, language, usedKinds)) || hash === (await noticeHash(ground, language));
}
