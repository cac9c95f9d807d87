import { z } from 'zod/mini';
import { contentLinkCall } from '../../shared/content.ts';
import { deviceFeature } from '../../shared/device-feature.ts';
import { utcMoment } from '../../core/fields/moment.ts';
import { sha256 } from '../../shared/stored/file-names.ts';

/** The time of an app whose file the device may not look at: it knows neither when it was installed nor its size, which is 0 then. */
export const unknownInstallTime = '1970-01-01T00:00:00.000Z';

/** The apps that are installed on a device. */
export const apps = deviceFeature({
  id: 'apps',
  permission: 'APP_LIST',
  capability: 'APPS',
  paths: {
    list: 'device/app-list',
    update: 'device/command/update-app-list',
    history: 'device/command/app-list/all',
  },
  command: 'UPDATE_APPS',
  noun: 'apps',
  record: z.object({
    name: z.string(),
    packageName: z.string(),
    version: z.string(),
    /** Bytes on the device. */
    size: z.int().check(z.minimum(0)),
    /** True for apps that came with the phone. */
    system: z.boolean(),
    /** When it was installed or last updated; `unknownInstallTime` where the device does not know. */
    installedAt: utcMoment,
    /** Names the picture that the device sent with it; null when it sent none. */
    iconHash: z.nullable(sha256),
  }),
  searchIn: ['name', 'packageName'],
  sortBy: ['name', 'size', 'installedAt', 'packageName'],
  filterBy: ['system'],
});

/** The content ticket for the icons of a device's apps. */
export const appIconLinks = contentLinkCall({
  path: 'device/app-icon-ticket',
  permission: 'APP_LIST',
  capability: 'APPS',
});
