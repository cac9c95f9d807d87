import type { Acts, Collectors, Work } from './core/handlers.ts';
import type { Random } from './core/fake/random.ts';
import type { CaptureScreen } from './core/capture.ts';
import { fakeCaptures } from './features/captures/captures.fake.ts';
import { fakeContacts } from './features/contacts/contacts.fake.ts';
import { fakeGallery, fakeMediaFetch } from './features/gallery/gallery.fake.ts';

/** How a simulated phone hands something out: at its own speed, and not always. */
export type Share = <Rows>(collect: (work?: Work) => Rows | Promise<Rows>) => (work?: Work) => Promise<Rows>;

/** What a simulated phone has to share, one entry per feature. */
export function fakeCollectors(random: (purpose: string) => Random, share: Share) {
  return {
    contacts: share(fakeContacts(random('contacts'))),
    gallery: share(fakeGallery(random('gallery'))),
  } satisfies Collectors;
}

/** What a simulated phone can do beside that. */
export function fakeActs(random: (purpose: string) => Random, share: Share, screen: CaptureScreen) {
  const fetchMedia = fakeMediaFetch(random('gallery'));
  return {
    ...fakeCaptures(random('captures'), screen),
    FETCH_MEDIA: (params, work) => share(() => fetchMedia(params, work))(work),
  } satisfies Acts;
}
