import { capabilityNames, type Capability } from '../../core/access/capabilities.ts';
import type { WeekDay } from '../../core/fields/time-zone.ts';
import type { ConsolePath, DevicePath } from '../../shared/console-paths.ts';
import type { Ground } from '../../shared/ground.ts';
import type { PresetName } from '../../shared/preset.ts';
import { specTicketCategories, type TicketCategory } from '../../shared/ticket.ts';

/** A group of the sidebar; the console has its title under this key. */
export const sidebarGroupNames = ['overview', 'jobs', 'people', 'help', 'settings'] as const;
export interface SidebarGroup {
  group: (typeof sidebarGroupNames)[number];
  paths: readonly ConsolePath[];
}

/** How many links a preset's sidebar shows at most. Every other page is under *More* and in the palette. */
export const sidebarLinksAtMost = 12;

/**
 * The places that presets propose as first zones, with the radius in metres that the form starts with. Nobody but a person says where they are,
 * and saves them.
 */
export const proposedZones = { HOME: { radius: 150 }, SCHOOL: { radius: 250 }, DEPOT: { radius: 300 } } as const;
export type ProposedZone = keyof typeof proposedZones;

/** One face of the product: what an installation uses, and what its console shows first. */
export interface Preset {
  /** The kinds of data that it uses. */
  kinds: readonly Capability[];
  /** Null for SPEC's sidebar and its panels. */
  sidebar: readonly SidebarGroup[] | null;
  /** The pages of a device in the order of its tabs. Those about a kind that is not used are left out when they are drawn. */
  deviceTabs: readonly DevicePath[];
  /** The categories that a new ticket can have, the default first. */
  ticketCategories: readonly TicketCategory[];
  /** What the form of a passcode starts with. `minor`: it asks for the guardian and a day of review. */
  ground: Pick<Ground, 'purpose' | 'legalBasis'> & { minor: boolean };
  /** Proposed days by kind of the retention page; every other kind keeps its default. */
  retention: Readonly<Record<string, number>>;
  /** Proposed sharing hours of new devices, in the time zone of whoever sets the preset; null for any hour. */
  hours: readonly { day: WeekDay; from: string; to: string }[] | null;
  /** Proposed policies of use; every other kind keeps its default. */
  policies: Readonly<Partial<Record<Capability, { reason: 'NONE' | 'ASKED' | 'REQUIRED'; approval: boolean }>>>;
  /** The first zones and the first alert, whose forms the console fills in: the alert within the hours above. It never makes them by itself. */
  proposes: { zones: readonly ProposedZone[]; alert: 'LEAVES_ZONE' | 'ENTERS_ZONE' } | null;
}

const allBut = (...unused: readonly Capability[]) => capabilityNames.filter((name) => !unused.includes(name));

/** The order of SPEC's sidebar. */
const specTabs: readonly DevicePath[] = [
  '/device/overview/$deviceId',
  '/device/trigger-notifications/$deviceId',
  '/device/location/$deviceId',
  '/device/file-manager/$deviceId',
  '/device/contact/$deviceId',
  '/device/sms_chat/$deviceId',
  '/device/call/$deviceId',
  '/device/event/$deviceId',
  '/device/photo/$deviceId',
  '/device/video/$deviceId',
  '/device/permission/$deviceId',
  '/device/voice-recorder/$deviceId',
  '/device/photo-recorder/$deviceId',
  '/device/video-recorder/$deviceId',
  '/device/info/$deviceId',
  '/device/app-list/$deviceId',
];

/** These pages first, then every other in SPEC's order. */
const tabsFrom = (...first: readonly DevicePath[]) => [...first, ...specTabs.filter((path) => !first.includes(path))];

const schoolDays = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const;

export const presets: Readonly<Record<PresetName, Preset>> = {
  family: {
    kinds: allBut('CALL_RECORDING', 'APP_PERMISSIONS'),
    sidebar: [
      { group: 'overview', paths: ['/', '/device-list', '/map', '/zones', '/alerts'] },
      { group: 'people', paths: ['/otp-list', '/role-management'] },
      { group: 'help', paths: ['/subordinates-tickets'] },
      { group: 'settings', paths: ['/installation', '/retention', '/audit'] },
    ],
    deviceTabs: tabsFrom(
      '/device/overview/$deviceId',
      '/device/location/$deviceId',
      '/device/trigger-notifications/$deviceId',
      '/device/info/$deviceId',
      '/device/app-list/$deviceId',
      '/device/photo/$deviceId',
      '/device/video/$deviceId',
      '/device/event/$deviceId',
    ),
    ticketCategories: ['MY_PHONE', 'LOST', 'SUPPORT', 'OTHER'],
    ground: { purpose: 'FAMILY', legalBasis: 'PARENTAL', minor: true },
    retention: { locations: 7, messages: 7, 'call-logs': 14 },
    hours: null,
    policies: {
      SMS: { reason: 'REQUIRED', approval: false },
      CALL_LOG: { reason: 'REQUIRED', approval: false },
      CAMERA: { reason: 'REQUIRED', approval: false },
      MICROPHONE: { reason: 'REQUIRED', approval: false },
    },
    proposes: { zones: ['HOME', 'SCHOOL'], alert: 'ENTERS_ZONE' },
  },
  school: {
    kinds: allBut('SMS', 'CALL_LOG', 'CALL_RECORDING', 'CAMERA', 'MICROPHONE'),
    sidebar: [
      { group: 'overview', paths: ['/', '/device-list', '/groups', '/map', '/alerts'] },
      { group: 'people', paths: ['/otp-list', '/role-management', '/approvals'] },
      { group: 'help', paths: ['/subordinates-tickets'] },
      { group: 'settings', paths: ['/installation', '/app-download', '/audit'] },
    ],
    deviceTabs: tabsFrom(
      '/device/overview/$deviceId',
      '/device/app-list/$deviceId',
      '/device/file-manager/$deviceId',
      '/device/trigger-notifications/$deviceId',
      '/device/info/$deviceId',
      '/device/location/$deviceId',
    ),
    ticketCategories: ['MY_PHONE', 'LOST', 'REGISTRATION', 'SUPPORT', 'OTHER'],
    ground: { purpose: 'SCHOOL', legalBasis: 'CONSENT', minor: true },
    retention: { locations: 3, gallery: 30, contacts: 30 },
    hours: schoolDays.map((day) => ({ day, from: '07:30', to: '16:00' })),
    policies: {
      LOCATION: { reason: 'REQUIRED', approval: false },
      GALLERY: { reason: 'REQUIRED', approval: true },
      CONTACTS: { reason: 'REQUIRED', approval: true },
    },
    proposes: { zones: ['SCHOOL'], alert: 'LEAVES_ZONE' },
  },
  fleet: {
    kinds: allBut('SMS', 'CONTACTS', 'GALLERY'),
    sidebar: [
      { group: 'overview', paths: ['/', '/device-list', '/map', '/zones', '/alerts', '/reports'] },
      { group: 'jobs', paths: ['/runs', '/schedules'] },
      { group: 'people', paths: ['/otp-list', '/role-management'] },
      { group: 'help', paths: ['/subordinates-tickets'] },
      { group: 'settings', paths: ['/installation'] },
    ],
    deviceTabs: tabsFrom(
      '/device/overview/$deviceId',
      '/device/location/$deviceId',
      '/device/info/$deviceId',
      '/device/trigger-notifications/$deviceId',
      '/device/file-manager/$deviceId',
      '/device/app-list/$deviceId',
    ),
    ticketCategories: ['MY_PHONE', 'LOST', 'VPN_ISSUE', 'REGISTRATION', 'SUPPORT', 'OTHER'],
    ground: { purpose: 'WORK', legalBasis: 'CONTRACT', minor: false },
    retention: { locations: 30 },
    hours: schoolDays.map((day) => ({ day, from: '06:00', to: '18:00' })),
    policies: {
      CALL_RECORDING: { reason: 'REQUIRED', approval: true },
      CAMERA: { reason: 'REQUIRED', approval: false },
      MICROPHONE: { reason: 'REQUIRED', approval: true },
    },
    proposes: { zones: ['DEPOT'], alert: 'LEAVES_ZONE' },
  },
  everything: {
    kinds: capabilityNames,
    sidebar: null,
    deviceTabs: specTabs,
    ticketCategories: specTicketCategories,
    ground: { purpose: 'OTHER', legalBasis: 'CONSENT', minor: false },
    retention: {},
    hours: null,
    policies: {},
    proposes: null,
  },
};

/** The categories that a new ticket can have; SPEC's while no preset was chosen. */
export function ticketCategoriesOf(preset: PresetName | null): readonly TicketCategory[] {
  return presets[preset ?? 'everything'].ticketCategories;
}
