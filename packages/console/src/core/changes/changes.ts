import {
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
  loadAppOffer,
  loadReason,
  locationTrack,
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
  type ChangedFeature,
  type DeviceFeatureId,
  type Endpoint,
} from '@fairwatch/contract';

/** Further endpoints, beside the list, whose answers are computed from a feature's rows. */
const derivedEndpoints: Partial<Record<DeviceFeatureId, readonly Endpoint[]>> = {
  'call-logs': [callTotals],
  files: [cdnList, downloadFolder],
  gallery: [galleryDays, galleryAlbums],
  locations: [locationTrack],
  messages: [messageThreads, conversation, findMessages],
};

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
    case 'grants':
      return [deviceGrants, consentRequests, auditList, deviceVisits];
    case 'reviews':
      return [overview, auditList, deviceVisits];
    case 'groups':
      return [groupList, deviceList, deviceSummary, clientsOfAdmin, auditList, deviceVisits];
    case 'runs':
      return [runList, runDetail, runItems, scheduleList];
    case 'schedules':
      return [scheduleList, deviceWatches, auditList, deviceVisits];
    case 'approvals':
      return [approvalList, approvalCount];
    case 'reasons':
      return [loadReason];
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
