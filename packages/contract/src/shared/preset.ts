import { z } from 'zod/mini';
import { capabilities, capabilityNames, type Capability } from '../core/access/capabilities.ts';
import type { FeaturePermission } from '../core/access/permissions.ts';
import type { ConsolePath } from './console-paths.ts';

/** Who an installation is for. Its data is in `areas/installation/presets.ts`. */
export const presetNames = ['family', 'school', 'fleet', 'everything'] as const;
export type PresetName = (typeof presetNames)[number];

/** The kinds of data that an installation uses, each named once. At least one: an installation without any would supervise nothing. */
export const usedKinds = z.array(z.enum(capabilityNames)).check(
  z.minLength(1, 'Choose at least one kind of data.'),
  z.maxLength(capabilityNames.length),
  z.refine((kinds) => new Set(kinds).size === kinds.length, 'Name each kind once.'),
);

/** What a console needs to know to draw only what this installation uses. */
export const installationFace = z.object({
  /** Null until the first super admin of an empty installation has chosen. */
  preset: z.nullable(z.enum(presetNames)),
  /** In the order of the notice. */
  usedKinds: z.array(z.enum(capabilityNames)),
});
export type InstallationFace = z.infer<typeof installationFace>;

/** The pages that are about certain kinds of data: each is shown while one of its kinds is used. All other pages always are. */
export const kindsOfPage: Readonly<Partial<Record<ConsolePath, readonly Capability[]>>> = {
  '/map': ['LOCATION'],
  '/reports': ['LOCATION'],
  '/zones': ['LOCATION'],
  '/device/app-list/$deviceId': ['APPS'],
  '/device/call/$deviceId': ['CALL_LOG', 'CALL_RECORDING'],
  '/device/contact/$deviceId': ['CONTACTS'],
  '/device/event/$deviceId': ['CALENDAR'],
  '/device/file-manager/$deviceId': ['FILES'],
  '/device/info/$deviceId': ['DEVICE_INFO'],
  '/device/location/$deviceId': ['LOCATION'],
  '/device/permission/$deviceId': ['APP_PERMISSIONS'],
  '/device/photo-recorder/$deviceId': ['CAMERA'],
  '/device/photo/$deviceId': ['GALLERY'],
  '/device/sms_chat/$deviceId': ['SMS'],
  '/device/trigger-notifications/$deviceId': ['NOTIFICATIONS'],
  '/device/video-recorder/$deviceId': ['CAMERA'],
  '/device/video/$deviceId': ['GALLERY'],
  '/device/voice-recorder/$deviceId': ['MICROPHONE'],
};

/** True while a page is about something that this installation uses. */
export function isPageUsed(path: ConsolePath, used: readonly Capability[]): boolean {
  return isUsedByOne(kindsOfPage[path], used);
}

/** The kinds of data that a permission is for; undefined for a permission that is about something else. */
export function kindsOfPermission(permission: FeaturePermission): readonly Capability[] | undefined {
  const kinds = capabilityNames.filter((name) =>
    (capabilities[name].readBy as readonly FeaturePermission[]).includes(permission),
  );
  return kinds.length === 0 ? undefined : kinds;
}

/** True while a permission opens something that this installation uses: the role manager offers no other. */
export function isPermissionUsed(permission: FeaturePermission, used: readonly Capability[]): boolean {
  return isUsedByOne(kindsOfPermission(permission), used);
}

function isUsedByOne(kinds: readonly Capability[] | undefined, used: readonly Capability[]): boolean {
  return kinds === undefined || kinds.some((kind) => used.includes(kind));
}
