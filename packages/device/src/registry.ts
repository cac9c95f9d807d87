import type { CaptureScreen } from './core/capture.ts';
import type { FakePhone } from './fake/fake-phone.ts';
import { fakeCircle } from './fake/people.ts';
import type { Random } from './fake/random.ts';
import type { Acts, Collectors, Work } from './core/handlers.ts';
import { folderActs } from './core/shared-folder.ts';
import { fakeAppPermissions } from './features/app-permissions/app-permissions.fake.ts';
import { fakeApps } from './features/apps/apps.fake.ts';
import { fakeCalendarEvents } from './features/calendar-events/calendar-events.fake.ts';
import { fakeCallLogs } from './features/call-logs/call-logs.fake.ts';
import { fakeCaptures } from './features/captures/captures.fake.ts';
import { fakeContacts } from './features/contacts/contacts.fake.ts';
import { fakeDeviceInfo } from './features/device-info/device-info.fake.ts';
import { fakeSharedFolder } from './features/files/files.fake.ts';
import { fakeGallery, fakeMediaFetch } from './features/gallery/gallery.fake.ts';
import { fakeLocations } from './features/locations/locations.fake.ts';
import { fakeMessages } from './features/messages/messages.fake.ts';

/** How a simulated phone hands something out: at its own speed, and not always. */
export type Share = <Rows>(collect: (work?: Work) => Rows | Promise<Rows>) => (work?: Work) => Promise<Rows>;

/** What a simulated phone has to share, one entry per feature. */
export function fakeCollectors(
  random: (purpose: string) => Random,
  share: Share,
  phone: FakePhone,
  sharedFolder = fakeSharedFolder(random('files')),
) {
  const circle = fakeCircle(random('circle'));
  return {
    contacts: share(fakeContacts(random('contacts'), circle)),
    'call-logs': share(fakeCallLogs(random('call-logs'), circle)),
    'calendar-events': share(fakeCalendarEvents(random('calendar-events'), circle)),
    apps: share(fakeApps(random('apps'), phone)),
    'app-permissions': share(fakeAppPermissions(random('app-permissions'), phone)),
    'device-info': share(fakeDeviceInfo(random('device-info'), phone)),
    locations: share(fakeLocations(random('locations'))),
    gallery: share(fakeGallery(random('gallery'))),
    files: share(sharedFolder.list),
    messages: share(fakeMessages(random('messages'), circle)),
  } satisfies Collectors;
}

/** What a simulated phone can do beside that. */
export function fakeActs(
  random: (purpose: string) => Random,
  share: Share,
  {
    screen,
    sharedFolder,
    vitals,
  }: { screen: CaptureScreen; sharedFolder: ReturnType<typeof fakeSharedFolder> } & Pick<FakePhone, 'vitals'>,
) {
  const fetchMedia = fakeMediaFetch(random('gallery'));
  return {
    ...fakeCaptures(random('captures'), screen, () => vitals().inCall),
    ...folderActs(sharedFolder.folder),
    FETCH_MEDIA: (params, work) => share(() => fetchMedia(params, work))(work),
  } satisfies Acts;
}
