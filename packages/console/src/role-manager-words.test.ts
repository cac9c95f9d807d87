import {
  createZone,
  deleteZone,
  findAddress,
  importZones,
  mapFacts,
  updateZone,
  zoneList,
  addToGroup,
  assignGroup,
  assignSelection,
  createGroup,
  createInvitation,
  renewInvitation,
  revokeInvitation,
  invitationList,
  deleteGroup,
  groupList,
  previewRule,
  removeFromGroup,
  updateGroup,
  accessLevels,
  accessToCommand,
  accessLog,
  addTicketFile,
  addTicketMessage,
  adminDetail,
  adminList,
  appIconLinks,
  apps,
  appPermissions,
  assignDevices,
  assignedTickets,
  auditList,
  blockUser,
  calendarEvents,
  callLogs,
  callRecordingHistory,
  callState,
  callTotals,
  can,
  canAskFor,
  capabilities,
  capabilityNames,
  captures,
  cdnList,
  changeSuperior,
  changeUserType,
  checkExists,
  clientsOfAdmin,
  commandTypes,
  contacts,
  conversation,
  createFolder,
  createdTickets,
  createPushNotification,
  createTicket,
  deleteFile,
  changeHands,
  deletePasscode,
  deletePasscodes,
  importPasscodes,
  importPeople,
  guardianLink,
  mailGuardians,
  remindPasscodes,
  deviceCommands,
  deviceInfo,
  deviceVisits,
  downloadFile,
  downloadFolder,
  downloadStatic,
  endDevice,
  endpoints,
  featurePermissions,
  kindsOfPermission,
  fileHistory,
  files,
  fileLinks,
  findMessages,
  freeClients,
  gallery,
  galleryAlbums,
  galleryDays,
  galleryFetch,
  galleryFetchHistory,
  galleryLinks,
  liveLocation,
  liveView,
  loadAppOffer,
  loadPhoneAccess,
  loadPhoneTest,
  startPhoneTest,
  locations,
  locationTrack,
  mapPositions,
  missingPositions,
  mapStyle,
  messages,
  messageThreads,
  overview,
  pairDeviceInfo,
  placesOfDays,
  reportMail,
  updateReportMail,
  weekReport,
  passcodeList,
  promoteUser,
  pushNotifications,
  readTicketMessages,
  receivedOfStatic,
  receiveFiles,
  recordCall,
  recordVoice,
  rejectUser,
  removeDevices,
  removePersonPicture,
  removeStatic,
  renameAdmin,
  renameDevice,
  renameFile,
  renameUser,
  resetSignIn,
  revealMessage,
  recordReview,
  savePasscodes,
  sendFile,
  setPassword,
  setPersonPicture,
  startLiveLocation,
  startLiveView,
  stopLiveLocation,
  stopLiveView,
  takeStill,
  ticketCalls,
  ticketContent,
  ticketDetail,
  ticketMessages,
  ticketSidePermissions,
  updateFeatureAccess,
  updateMediators,
  updateSidebar,
  updateTicket,
  uploadBase64,
  uploadChunk,
  uploadFile,
  uploadStatic,
  userDetail,
  userList,
  visitEntries,
  voiceHistory,
  watchLiveView,
  type AccessLevel,
  type Actor,
  type Capability,
  type CommandType,
  type Endpoint,
  type FeaturePermission,
} from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { addTexts } from './core/i18n/i18n.ts';
import { mayOpen } from './core/router/guard.ts';
import { initialSession } from './core/session/session-store.ts';
import texts from './areas/accounts/admins/admins.texts.json';
import { openedSentences } from './areas/accounts/admins/opened-sentences.ts';
import { consolePages } from './registry.tsx';

addTexts('admins', texts);

type Level = Exclude<AccessLevel, 'NO_ACCESS'>;
/** An endpoint, a command, a page, or a request to share a capability. `can()` decides about each of them. */
type Use = Endpoint | CommandType | `/${string}` | `share ${Capability}`;
/** The uses that each claim of the role manager covers. A level without claims opens nothing, and its sentence says so. */
type Claims = Record<Level, Record<string, Use[]>>;

const page = (name: string) => `/device/${name}/$deviceId` as const;
/** A page of device data whose claims are `read` and `ask`. */
const collected = (
  { list, history, update }: Record<'list' | 'history' | 'update', Endpoint>,
  [command, share, ...pages]: [CommandType, Capability, ...`/${string}`[]],
  more: { read?: Endpoint[]; ask?: Use[] } = {},
): Claims => ({
  READ_ONLY: { read: [list, history, ...pages, ...(more.read ?? [])] },
  FULL_ACCESS: { ask: [update, command, `share ${share}`, ...(more.ask ?? [])] },
});
const nothing: Claims = { READ_ONLY: {}, FULL_ACCESS: {} };

const usesByClaim: Record<FeaturePermission, Claims> = {
  ROLE_MANAGER: {
    READ_ONLY: {
      look: [
        adminList,
        adminDetail,
        clientsOfAdmin,
        freeClients,
        '/role-management',
        '/role-management/user/settings/$id',
        '/role-management/user/assign/$id',
      ],
      invitations: [invitationList],
    },
    FULL_ACCESS: {
      decide: [promoteUser, rejectUser, blockUser],
      access: [updateFeatureAccess, renameAdmin, updateSidebar, changeSuperior],
      signIn: [setPassword, resetSignIn],
      devices: [assignDevices, removeDevices, assignGroup, assignSelection],
      invite: [createInvitation, renewInvitation, revokeInvitation],
    },
  },
  AUDIT: {
    READ_ONLY: { log: [auditList, '/audit'], access: [accessLog] },
    FULL_ACCESS: {},
  },
  USERS: {
    READ_ONLY: { look: [userList, userDetail, '/users-list'] },
    FULL_ACCESS: {
      rename: [renameUser],
      picture: [setPersonPicture, removePersonPicture],
      type: [changeUserType],
      import: [importPeople],
    },
  },
  DEVICES: {
    READ_ONLY: { groups: [groupList, '/groups'] },
    FULL_ACCESS: {
      groups: [createGroup, updateGroup, deleteGroup, previewRule, addToGroup, removeFromGroup],
      rename: [renameDevice],
      hands: [changeHands],
      end: [endDevice],
    },
  },
  OTP_LIST: {
    READ_ONLY: { look: [passcodeList, '/otp-list', '/otp-list/cards'] },
    FULL_ACCESS: {
      make: [savePasscodes, importPasscodes],
      remind: [remindPasscodes],
      guardians: [mailGuardians, guardianLink],
      delete: [deletePasscode, deletePasscodes],
      connect: [loadPhoneAccess, startPhoneTest, loadPhoneTest],
    },
  },
  APP_DOWNLOAD: { READ_ONLY: { download: [loadAppOffer, downloadStatic, '/app-download'] }, FULL_ACCESS: {} },
  OVERVIEW: {
    READ_ONLY: {
      look: [overview, pairDeviceInfo, page('overview')],
      log: [deviceCommands, deviceVisits, visitEntries],
    },
    FULL_ACCESS: { review: [recordReview] },
  },
  TRIGGER_NOTIFICATIONS: {
    READ_ONLY: { look: [pushNotifications, page('trigger-notifications')] },
    FULL_ACCESS: { send: [createPushNotification, 'share NOTIFICATIONS'] },
  },
  CONTACTS: collected(contacts, ['UPDATE_CONTACTS', 'CONTACTS', page('contact')]),
  CALL_LOG: {
    READ_ONLY: {
      read: [callLogs.list, callLogs.history, callTotals, page('call')],
      hear: [callState, callRecordingHistory, captures.CALL.list, captures.CALL.ticket],
    },
    FULL_ACCESS: {
      ask: [callLogs.update, 'UPDATE_CALLS', 'share CALL_LOG'],
      record: [recordCall, 'RECORD_CALL', 'share CALL_RECORDING'],
      delete: [captures.CALL.remove],
    },
  },
  SMS_READ: {
    READ_ONLY: {
      read: [messages.list, messages.history, messageThreads, conversation, findMessages, page('sms_chat')],
      reveal: [revealMessage],
    },
    FULL_ACCESS: { ask: [messages.update, 'UPDATE_MESSAGES', 'share SMS'] },
  },
  EVENT: collected(calendarEvents, ['UPDATE_EVENTS', 'CALENDAR', page('event')]),
  LOCATION: {
    READ_ONLY: {
      read: [
        locations.list,
        locations.history,
        locationTrack,
        placesOfDays,
        mapStyle,
        mapPositions,
        missingPositions,
        liveLocation,
        page('location'),
        '/map',
      ],
      reports: [weekReport, reportMail, updateReportMail, '/reports'],
      zones: [zoneList, mapFacts, '/zones'],
    },
    FULL_ACCESS: {
      ask: [locations.update, 'UPDATE_LOCATIONS', 'share LOCATION'],
      follow: [startLiveLocation, stopLiveLocation, 'LIVE_LOCATION'],
      zones: [createZone, updateZone, deleteZone, importZones, findAddress],
    },
  },
  GALLERY: collected(gallery, ['UPDATE_GALLERY', 'GALLERY', page('photo'), page('video')], {
    read: [galleryDays, galleryAlbums, galleryFetchHistory, galleryLinks],
    ask: [galleryFetch, 'FETCH_MEDIA'],
  }),
  FILE_MANAGER: {
    READ_ONLY: {
      look: [files.list, files.history, fileHistory, cdnList, page('file-manager')],
      download: [fileLinks, downloadFile, downloadFolder],
    },
    FULL_ACCESS: {
      fetch: [files.update, 'UPDATE_FILES', sendFile, 'SEND_FILE', 'share FILES'],
      send: [checkExists, uploadChunk, uploadFile, uploadBase64, receiveFiles, 'RECEIVE_FILES'],
      edit: [createFolder, 'CREATE_FOLDER', renameFile, 'RENAME_FILE', deleteFile, 'DELETE_FILE'],
    },
  },
  APP_LIST: collected(apps, ['UPDATE_APPS', 'APPS', page('app-list')], { read: [appIconLinks] }),
  PERMISSION: collected(appPermissions, ['UPDATE_PERMISSIONS', 'APP_PERMISSIONS', page('permission')]),
  DEVICE_INFO: collected(deviceInfo, ['UPDATE_DEVICE_INFO', 'DEVICE_INFO', page('info')]),
  PHOTO_RECORDER: {
    READ_ONLY: { look: [captures.PHOTO.list, captures.PHOTO.ticket, page('photo-recorder')] },
    FULL_ACCESS: {
      take: ['CAPTURE_PHOTO', 'share CAMERA'],
      still: [takeStill],
      delete: [captures.PHOTO.remove],
    },
  },
  VIDEO_RECORDER: {
    READ_ONLY: {
      look: [captures.VIDEO.list, captures.VIDEO.ticket, page('video-recorder')],
      watch: [liveView, watchLiveView],
    },
    FULL_ACCESS: {
      record: ['CAPTURE_VIDEO', 'share CAMERA'],
      live: [startLiveView, stopLiveView, 'LIVE_VIEW'],
      delete: [captures.VIDEO.remove],
    },
  },
  VOICE_RECORDER: {
    READ_ONLY: { hear: [captures.VOICE.list, captures.VOICE.ticket, voiceHistory, page('voice-recorder')] },
    FULL_ACCESS: { record: [recordVoice, 'CAPTURE_VOICE', 'share MICROPHONE'], delete: [captures.VOICE.remove] },
  },
  MY_TICKETS: {
    READ_ONLY: {
      read: [createdTickets, ticketDetail, ticketMessages, ticketContent, '/my-tickets', '/my-ticket/$myTicketId'],
    },
    FULL_ACCESS: { write: [addTicketMessage, addTicketFile, readTicketMessages], edit: [updateTicket] },
  },
  ADD_TICKET: { READ_ONLY: {}, FULL_ACCESS: { open: [createTicket, '/my-ticket/add-ticket'] } },
  SUBORDINATES_TICKETS: {
    READ_ONLY: {
      read: [
        assignedTickets,
        ticketDetail,
        ticketMessages,
        ticketContent,
        '/subordinates-tickets',
        '/subordinates-ticket/$subordinateTicketId',
      ],
    },
    FULL_ACCESS: { write: [addTicketMessage, addTicketFile, readTicketMessages], edit: [updateTicket] },
  },
  PROFILE: nothing,
  NOTIFICATIONS: nothing,
  CALENDER: nothing,
  TICKET_LIST: nothing,
};

const nameOf = (use: Use) => (typeof use === 'string' ? use : use.path);

/** An admin with one permission and no other. */
const adminWith = (featurePermission: FeaturePermission, featureAccess: AccessLevel): Actor => ({
  adminRole: 'ADMIN',
  featureAccessDTOs: [{ featurePermission, featureAccess }],
});

/** Everything that the contract and the page registry allow an actor. */
function allowedUses(actor: Actor): string[] {
  const { featureAccessDTOs } = actor;
  const session = {
    ...initialSession,
    adminRole: actor.adminRole,
    featureAccessDTOs: featureAccessDTOs.map(({ featurePermission, featureAccess }) => ({
      id: 1,
      featurePermission,
      featureAccess,
    })),
  };
  const aboutTickets = Object.values(ticketSidePermissions).flatMap((permission) =>
    (['READ_ONLY', 'FULL_ACCESS'] as const).flatMap((level) =>
      can(actor, { access: { permission, level } }) ? ticketCalls[level].map(nameOf) : [],
    ),
  );
  return [
    ...endpoints.filter((endpoint) => can(actor, endpoint)).map(nameOf),
    ...consolePages.pages.filter((each) => mayOpen(session, each)).map(({ path }) => path),
    ...commandTypes.filter((type) => can(actor, accessToCommand(type))),
    ...(Object.keys(capabilities) as Capability[])
      .filter((each) => canAskFor(actor, each))
      .map((each) => `share ${each}`),
    // These are declared for every admin; the server checks the permission for the side of each ticket.
    ...aboutTickets.map((path) => `about a ticket: ${path}`),
  ];
}

/** The uses that a level adds to the level below it. */
function addedUses(permission: FeaturePermission, level: Level): string[] {
  const below = new Set(
    allowedUses(adminWith(permission, accessLevels[accessLevels.indexOf(level) - 1] ?? 'NO_ACCESS')),
  );
  return allowedUses(adminWith(permission, level))
    .filter((name) => !below.has(name))
    .map((name) => name.replace('about a ticket: ', ''));
}

const cases = featurePermissions.flatMap((permission) =>
  (['READ_ONLY', 'FULL_ACCESS'] as const).map((level) => [permission, level] as const),
);

describe('what the role manager says that a permission opens', () => {
  it.each(cases)('%s with %s lists exactly what the contract and the pages allow', (permission, level) => {
    const uses = Object.values(usesByClaim[permission][level]).flat().map(nameOf);
    expect(uses.toSorted()).toEqual(addedUses(permission, level).toSorted());
  });

  it.each(cases)('%s with %s has a text for each of its claims and for no others', (permission, level) => {
    const words: string | Record<string, string> = texts.opens[permission][level];
    const claims = Object.keys(usesByClaim[permission][level]);
    expect(typeof words === 'string' ? [] : Object.keys(words)).toEqual(claims);
    // The sentence of a level that opens nothing must say so, and no other sentence may.
    const saysNothing = typeof words === 'string' && /^(Read Only opens|Full Access adds|Opens) nothing/.test(words);
    expect(saysNothing).toBe(claims.length === 0);
  });

  it('joins all claims into a sentence, and writes one for both levels where neither opens anything', () => {
    expect(openedSentences('OTP_LIST')).toMatchObject([
      { level: 'READ_ONLY', text: 'Sees their passcodes and prints them as cards.' },
      {
        level: 'FULL_ACCESS',
        text: 'Also makes passcodes, with which devices join, also for many people at once; reminds people who have not joined; asks guardians to sign; deletes those that are not used; sees which address phones use, and tests whether one reaches it.',
      },
    ]);
    expect(openedSentences('ADD_TICKET').map(({ text }) => text)).toEqual([
      'Read Only opens nothing.',
      'Opens new tickets.',
    ]);
    expect(openedSentences('CALENDER')).toHaveLength(1);
  });

  it('leaves out the claims about a kind that is not used, where a permission is for several kinds', () => {
    const several = featurePermissions.filter((permission) => (kindsOfPermission(permission)?.length ?? 0) > 1);
    expect(several).toEqual(['CALL_LOG']);
    for (const kind of ['CALL_LOG', 'CALL_RECORDING'] as const) {
      const others = capabilityNames.filter((name) => name !== kind);
      for (const { level, text } of openedSentences('CALL_LOG', others)) {
        const shown = Object.entries(texts.opens.CALL_LOG[level]).filter(([, words]) =>
          text.toLowerCase().includes(words.toLowerCase()),
        );
        const about = shown.flatMap(([claim]) => usesByClaim.CALL_LOG[level][claim] ?? []);
        const kinds = about.flatMap((use) => (typeof use === 'object' ? (use.device?.capability ?? []) : []));
        expect(shown.length, level).toBeGreaterThan(0);
        expect(kinds, level).not.toContain(kind);
      }
    }
  });

  it('denies only what is refused: changing the offered app is for super admins, the device list for every admin', () => {
    const full = adminWith('APP_DOWNLOAD', 'FULL_ACCESS');
    const changes = [uploadStatic, receivedOfStatic, removeStatic, updateMediators];
    expect(changes.filter((endpoint) => can(full, endpoint))).toEqual([]);
    expect(changes.every((endpoint) => can({ ...full, adminRole: 'SUPER_ADMIN' }, endpoint))).toBe(true);
    expect(allowedUses(adminWith('DEVICES', 'NO_ACCESS'))).toContain('/device-list');
  });
});
