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
  fileHistory,
  freeClients,
  liveCameraHistory,
  loadAppOffer,
  loadReason,
  locationTrack,
  galleryAlbums,
  galleryDays,
  galleryFetchHistory,
  findMessages,
  messageThreads,
  nonFinalCommands,
  notificationList,
  notificationSettings,
  overview,
  pairDeviceInfo,
  passcodeList,
  profile,
  pushNotifications,
  unreadNotifications,
  ticketCounts,
  ticketDetail,
  userDetail,
  userList,
  voiceHistory,
  type DeviceFeatureId,
  type Endpoint,
} from '@fairwatch/contract';

function isDeviceFeature(id: string): id is DeviceFeatureId {
  return Object.hasOwn(deviceFeatures, id);
}

/** What else is made of a feature's rows. */
const besideTheList: Partial<Record<DeviceFeatureId, readonly Endpoint[]>> = {
  'call-logs': [callTotals],
  files: [cdnList, downloadFolder],
  gallery: [galleryDays, galleryAlbums],
  locations: [locationTrack],
  messages: [messageThreads, conversation, findMessages],
};

/** Which endpoints answer differently once `feature` has changed. An unknown word, from a newer server, means none. */
export function endpointsOf(feature: string): readonly Endpoint[] {
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
        // Somebody who joined used one.
        passcodeList,
      ];
    case 'vitals':
      return [pairDeviceInfo];
    case 'call-state':
      return [callState];
    case 'users':
      return [userList, userDetail, overview];
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
    // What is counted over devices follows a moment after them.
    case 'figures':
      return [dashboard];
    // What a person decides, and what is asked of them, is in the log together with itself; so is a command.
    case 'grants':
      return [deviceGrants, consentRequests, auditList, deviceVisits];
    case 'reviews':
      return [overview, auditList, deviceVisits];
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
    // Of a conversation only what is new is read, by its page: it may be long.
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
      // The overview shows the latest of every feature.
      return isDeviceFeature(feature)
        ? [deviceFeatures[feature].list, ...(besideTheList[feature] ?? []), overview]
        : [];
  }
}
