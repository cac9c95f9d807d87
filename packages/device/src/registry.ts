import type { CaptureScreen } from './core/commands/capture.ts';
import type { Clock } from './fake/days.ts';
import type { FakePhone } from './fake/fake-phone.ts';
import { fakeCircle } from './fake/people.ts';
import type { Random } from './fake/random.ts';
import type { Acts, Collectors, Work } from './core/commands/handlers.ts';
import { folderActs } from './core/commands/shared-folder.ts';
import type { sleep } from './core/retry/sleep.ts';
import { fakeAppPermissions } from './features/app-permissions/app-permissions.fake.ts';
import { fakeApps } from './features/apps/apps.fake.ts';
import { fakeCalendarEvents } from './features/calendar-events/calendar-events.fake.ts';
import { fakeCallLogs } from './features/call-logs/call-logs.fake.ts';
import { fakeCaptures } from './features/captures/captures.fake.ts';
import { fakeContacts } from './features/contacts/contacts.fake.ts';
import { fakeDeviceInfo } from './features/device-info/device-info.fake.ts';
import { fakeSharedFolder } from './features/files/files.fake.ts';
import { fakeGallery, fakeMediaFetch } from './features/gallery/gallery.fake.ts';
import { fakeWhereabouts, type Whereabouts } from './features/locations/locations.fake.ts';
import { fakeMessages } from './features/messages/messages.fake.ts';

/** Wraps a collector with the behaviour of a simulated phone: its speed, and whether it fails. */
export type Share = <Rows>(collect: (work?: Work) => Rows | Promise<Rows>) => (work?: Work) => Promise<Rows>;

interface CollectorOptions {
  clock?: Clock;
  /** How many of the newest pictures an Update sends. Unset, it sends all of them, which takes seconds. */
  mostPictures?: number | undefined;
  /** Where its person is, if others than the collector know it too. */
  whereabouts?: Whereabouts;
}

/** What a simulated phone has to share, one entry per feature. */
export function fakeCollectors(
  random: (purpose: string) => Random,
  share: Share,
  phone: FakePhone,
  sharedFolder = fakeSharedFolder(random('files')),
  {
    clock = Date.now,
    mostPictures,
    whereabouts = fakeWhereabouts(random('locations'), clock, phone.town),
  }: CollectorOptions = {},
) {
  const circle = fakeCircle(random('circle'));
  return {
    contacts: share(fakeContacts(random('contacts'), circle)),
    'call-logs': share(fakeCallLogs(random('call-logs'), circle, clock)),
    'calendar-events': share(fakeCalendarEvents(random('calendar-events'), circle, clock)),
    apps: share(fakeApps(random('apps'), phone, clock)),
    'app-permissions': share(fakeAppPermissions(random('app-permissions'), phone)),
    'device-info': share(fakeDeviceInfo(random('device-info'), phone, clock)),
    locations: share(whereabouts.read),
    gallery: share(fakeGallery(random('gallery'), () => new Date(clock()), mostPictures)),
    files: share(sharedFolder.list),
    messages: share(fakeMessages(random('messages'), circle, clock)),
  } satisfies Collectors;
}

interface FakeActsOptions extends Pick<FakePhone, 'vitals'> {
  screen: CaptureScreen;
  sharedFolder: ReturnType<typeof fakeSharedFolder>;
  clock?: Clock;
  /** The sleep function of a phone that replays past days, which does not wait. */
  wait?: typeof sleep | undefined;
}

/** The handlers of all commands other than Updates. */
export function fakeActs(
  random: (purpose: string) => Random,
  share: Share,
  { screen, sharedFolder, vitals, clock = Date.now, wait }: FakeActsOptions,
) {
  const fetchMedia = fakeMediaFetch(random('gallery'), {
    now: () => new Date(clock()),
    ...(wait && { bytesPerSecond: Number.POSITIVE_INFINITY }),
  });
  return {
    ...fakeCaptures(random('captures'), screen, () => vitals().inCall, wait),
    ...folderActs(sharedFolder.folder),
    FETCH_MEDIA: (params, work) => share(() => fetchMedia(params, work))(work),
  } satisfies Acts;
}
