import {
  alertList,
  alertRules,
  accessLog,
  adminDetail,
  adminList,
  approvalCount,
  approvalList,
  archiveStatus,
  assignedTickets,
  auditList,
  callRecordingHistory,
  callState,
  callTotals,
  captures,
  cdnList,
  downloadFolder,
  clientsOfAdmin,
  consentRequests,
  createdTickets,
  deviceCommands,
  conversation,
  dashboard,
  deviceFeatures,
  deviceGrants,
  deviceList,
  deviceSummary,
  deviceVisits,
  deviceWatches,
  fileHistory,
  freeClients,
  liveCameraHistory,
  liveLocation,
  loadAppOffer,
  loadReason,
  locationTrack,
  mapPositions,
  galleryAlbums,
  galleryDays,
  galleryFetchHistory,
  groupList,
  findMessages,
  messageThreads,
  nonFinalCommands,
  notificationList,
  notificationSettings,
  overview,
  pairDeviceInfo,
  passcodeList,
  placesOfDays,
  profile,
  runDetail,
  runItems,
  runList,
  scheduleList,
  pushNotifications,
  unreadNotifications,
  ticketCounts,
  ticketDetail,
  userDetail,
  userList,
  voiceHistory,
  zoneList,
  weekReport,
  type ChangedFeature,
  type DeviceFeatureId,
  type Endpoint,
} from '@fairwatch/contract';

/** Further endpoints, beside the list, whose answers are computed from a feature's rows. */
const derivedEndpoints: Partial<Record<DeviceFeatureId, readonly Endpoint[]>> = {
  'call-logs': [callTotals],
  files: [cdnList, downloadFolder],
  gallery: [galleryDays, galleryAlbums],
  locations: [locationTrack, mapPositions, placesOfDays],
  messages: [messageThreads, conversation, findMessages],
};

/** What alerts say of a device is told once a reason was given or a second admin agreed, where that is demanded. */
const toldAfterReason: readonly Endpoint[] = [
  alertList,
  alertRules,
  notificationList,
  unreadNotifications,
  deviceWatches,
];

/** The endpoints whose cached answers are stale after a change of `feature`. */
export function endpointsOf(feature: ChangedFeature): readonly Endpoint[] {
  switch (feature) {
    case 'devices':
      return [
        deviceList,
        deviceSummary,
        userList,
        userDetail,
        pairDeviceInfo,
        callState,
        overview,
        adminList,
        clientsOfAdmin,
        freeClients,
        // A device that joins uses up a passcode.
        passcodeList,
        mapPositions,
      ];
    case 'vitals':
      return [pairDeviceInfo];
    case 'call-state':
      return [callState];
    case 'users':
      return [userList, userDetail, overview];
    // A change of the admin's devices affects every query, so the socket hook refetches all of them.
    case 'assignments':
      return [];
    case 'admins':
      return [adminList, adminDetail, accessLog];
    case 'notifications':
      return [notificationList, unreadNotifications, notificationSettings];
    case 'app-download':
      return [loadAppOffer];
    case 'passcodes':
      return [passcodeList];
    case 'profile':
      return [profile, dashboard];
    // The server updates the dashboard's counts shortly after the devices.
    case 'figures':
      return [dashboard];
    // Decisions and requests about consent are also audit entries, as commands are.
    // A report is only about those who share their location now.
    case 'grants':
      return [deviceGrants, consentRequests, weekReport, auditList, deviceVisits, mapPositions];
    case 'reviews':
      return [overview, auditList, deviceVisits];
    case 'groups':
      return [groupList, deviceList, deviceSummary, clientsOfAdmin, mapPositions, auditList, deviceVisits];
    case 'runs':
      return [runList, runDetail, runItems, scheduleList];
    case 'schedules':
      return [scheduleList, deviceWatches, auditList, deviceVisits];
    case 'zones':
      return [zoneList, deviceWatches, auditList, deviceVisits];
    case 'live-location':
      return [liveLocation, mapPositions];
    case 'alerts':
      return [alertList, alertRules, unreadNotifications, deviceWatches, auditList, deviceVisits];
    case 'approvals':
      return [approvalList, approvalCount, mapPositions, ...toldAfterReason];
    case 'reasons':
      return [loadReason, mapPositions, ...toldAfterReason];
    case 'consent-requests':
      return [consentRequests, auditList, deviceVisits];
    case 'archives':
      return [archiveStatus, auditList, deviceVisits];
    case 'captures':
      return Object.values(captures).map(({ list }) => list);
    case 'push-notifications':
      return [pushNotifications, auditList, deviceVisits];
    // The conversation is not listed: it may be long, so its page loads only the new messages.
    case 'tickets':
      return [createdTickets, assignedTickets, ticketDetail, ticketCounts, dashboard];
    case 'commands':
      return [
        nonFinalCommands,
        deviceCommands,
        auditList,
        deviceVisits,
        fileHistory,
        galleryFetchHistory,
        liveCameraHistory,
        voiceHistory,
        callRecordingHistory,
        ...Object.values(deviceFeatures).map(({ history }) => history),
      ];
    default:
      // The overview shows the newest rows of every feature.
      return [deviceFeatures[feature].list, ...(derivedEndpoints[feature] ?? []), overview];
  }
}
