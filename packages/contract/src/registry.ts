import type { DeviceFeature } from './domain/device-feature.ts';
import type { Endpoint } from './core/http/endpoint.ts';
import { deviceFeatures } from './device-features.ts';
import { describePasscode, enrol } from './device-protocol/enrol.ts';
import { missingFiles } from './device-protocol/files.ts';
import { ownWatches } from './device-protocol/watches.ts';
import { deviceTicketFile } from './device-protocol/tickets.ts';
import { accessLog } from './features/accounts/access-log.ts';
import {
  acknowledgeSignInAlerts,
  changeEmail,
  changePassword,
  confirmTwoFactor,
  endOtherSessions,
  endOwnSession,
  ownSessions,
  removePicture,
  removeTwoFactor,
  renameSelf,
  renewRecoveryCodes,
  sendEmailCode,
  startTwoFactor,
  twoFactor,
  uploadPicture,
} from './features/accounts/account.ts';
import {
  adminDetail,
  adminList,
  assignDevices,
  blockUser,
  changeSuperior,
  clientsOfAdmin,
  freeClients,
  promoteUser,
  rejectUser,
  removeDevices,
  renameAdmin,
  resetSignIn,
  setPassword,
  updateFeatureAccess,
  updateSidebar,
} from './features/accounts/admins.ts';
import {
  downloadStatic,
  loadAppOffer,
  receivedOfStatic,
  removeStatic,
  updateMediators,
  uploadStatic,
} from './features/installation/app-download.ts';
import { appIconLinks } from './features/device-data/apps.ts';
import { approvalCount, approvalList, decideApproval } from './features/devices/approvals.ts';
import { archiveStatus, makeArchive } from './features/devices/archives.ts';
import { auditList, deviceVisits, visitEntries } from './features/devices/audit.ts';
import {
  login,
  logout,
  register,
  resetPassword,
  sendPasswordCode,
  sendVerification,
} from './features/accounts/auth.ts';
import { callTotals } from './features/device-data/call-logs.ts';
import {
  callRecordingHistory,
  captures,
  liveCamera,
  liveCameraHistory,
  callState,
  recordCall,
  recordVoice,
  voiceHistory,
} from './features/device-data/captures.ts';
import { askConsent, consentRequests, withdrawConsentRequest } from './features/devices/consent-requests.ts';
import { dashboard } from './features/installation/dashboard.ts';
import {
  cancelCommand,
  deviceFilterChoices,
  deviceList,
  deviceSummary,
  nonFinalCommands,
  endDevice,
  renameDevice,
} from './features/devices/devices.ts';
import {
  checkExists,
  downloadFile,
  downloadFolder,
  receiveFiles,
  uploadBase64,
  uploadChunk,
  uploadFile,
} from './features/device-data/file-transfers.ts';
import {
  cdnList,
  createFolder,
  deleteFile,
  fileHistory,
  fileLinks,
  renameFile,
  sendFile,
} from './features/device-data/files.ts';
import {
  galleryAlbums,
  galleryDays,
  galleryFetch,
  galleryFetchHistory,
  galleryLinks,
} from './features/device-data/gallery.ts';
import { deviceGrants } from './features/devices/grants.ts';
import { groupCalls } from './features/devices/groups.ts';
import { healthCheck } from './features/installation/health.ts';
import { loadInstallation } from './features/installation/installation.ts';
import { locationTrack, mapStyle } from './features/device-data/locations.ts';
import { liveLocationCalls } from './features/places/live-location.ts';
import { conversation, findMessages, messageThreads, revealMessage } from './features/device-data/messages.ts';
import {
  markNotificationsRead,
  notificationList,
  notificationSettings,
  unreadNotifications,
  updateNotificationSettings,
} from './features/support/notifications.ts';
import { deviceCommands, overview, pairDeviceInfo, recordReview } from './features/devices/overview.ts';
import { passcodeCalls } from './features/devices/passcodes.ts';
import {
  addPasskey,
  passkeyList,
  passkeySignIn,
  removePasskey,
  startPasskey,
  startPasskeySignIn,
} from './features/accounts/passkeys.ts';
import { deleteView, renameView, savedViews, saveView } from './features/accounts/saved-views.ts';
import { positionCalls } from './features/places/positions.ts';
import { profile } from './features/accounts/profile.ts';
import { createPushNotification, pushNotifications } from './features/devices/push-notifications.ts';
import { giveReason, loadReason, listUsePolicies, updateUsePolicies } from './features/devices/reasons.ts';
import { reportCalls } from './features/places/reports.ts';
import { retentionList, retentionUpdate } from './features/devices/retention.ts';
import { serverList } from './features/installation/servers.ts';
import { runCalls } from './features/devices/runs.ts';
import { scheduleCalls } from './features/devices/schedules.ts';
import { alertCalls } from './features/places/alerts.ts';
import { loadDefaultHours, updateDefaultHours } from './features/devices/sharing-hours.ts';
import {
  addTicketFile,
  addTicketMessage,
  assignedTickets,
  createdTickets,
  createTicket,
  readTicketMessages,
  ticketContent,
  ticketCounts,
  ticketDetail,
  ticketMessages,
  updateTicket,
} from './features/support/tickets.ts';
import {
  changeUserType,
  importPeople,
  removePersonPicture,
  renameUser,
  setPersonPicture,
  userDetail,
  userList,
} from './features/accounts/users.ts';
import { zoneCalls } from './features/places/zones.ts';
import { loadWebPush, updateWebPush } from './features/support/web-push.ts';

/**
 * All endpoints. The server refuses to start unless each has its handler. Marked as pure, so that the console's bundle contains only
 * the endpoints that it calls.
 */
export const endpoints: readonly Endpoint[] = /* @__PURE__ */ flatten([
  healthCheck,
  login,
  logout,
  sendVerification,
  register,
  sendPasswordCode,
  resetPassword,
  profile,
  loadInstallation,
  dashboard,
  renameSelf,
  sendEmailCode,
  changeEmail,
  changePassword,
  ownSessions,
  endOwnSession,
  endOtherSessions,
  uploadPicture,
  removePicture,
  twoFactor,
  startTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  removeTwoFactor,
  acknowledgeSignInAlerts,
  startPasskeySignIn,
  passkeySignIn,
  passkeyList,
  startPasskey,
  addPasskey,
  removePasskey,
  deviceList,
  deviceFilterChoices,
  deviceSummary,
  nonFinalCommands,
  cancelCommand,
  deviceGrants,
  askConsent,
  withdrawConsentRequest,
  consentRequests,
  overview,
  recordReview,
  pairDeviceInfo,
  deviceCommands,
  pushNotifications,
  createPushNotification,
  notificationList,
  unreadNotifications,
  markNotificationsRead,
  notificationSettings,
  updateNotificationSettings,
  savedViews,
  saveView,
  renameView,
  deleteView,
  renameDevice,
  endDevice,
  runCalls,
  scheduleCalls,
  alertCalls,
  /* @__PURE__ */ callsOf(deviceFeatures),
  callTotals,
  appIconLinks,
  locationTrack,
  mapStyle,
  zoneCalls,
  positionCalls,
  liveLocationCalls,
  reportCalls,
  galleryDays,
  galleryAlbums,
  galleryFetch,
  galleryFetchHistory,
  galleryLinks,
  sendFile,
  createFolder,
  renameFile,
  deleteFile,
  fileHistory,
  cdnList,
  fileLinks,
  checkExists,
  uploadChunk,
  uploadFile,
  uploadBase64,
  receiveFiles,
  downloadFile,
  downloadFolder,
  liveCamera,
  liveCameraHistory,
  recordVoice,
  voiceHistory,
  callState,
  recordCall,
  callRecordingHistory,
  /* @__PURE__ */ captureCalls(),
  messageThreads,
  conversation,
  findMessages,
  revealMessage,
  makeArchive,
  archiveStatus,
  auditList,
  deviceVisits,
  visitEntries,
  retentionList,
  retentionUpdate,
  serverList,
  listUsePolicies,
  updateUsePolicies,
  loadReason,
  giveReason,
  approvalList,
  approvalCount,
  decideApproval,
  loadDefaultHours,
  updateDefaultHours,
  loadWebPush,
  updateWebPush,
  userList,
  userDetail,
  renameUser,
  changeUserType,
  setPersonPicture,
  removePersonPicture,
  importPeople,
  adminList,
  adminDetail,
  promoteUser,
  rejectUser,
  blockUser,
  updateFeatureAccess,
  setPassword,
  resetSignIn,
  changeSuperior,
  renameAdmin,
  updateSidebar,
  assignDevices,
  removeDevices,
  clientsOfAdmin,
  freeClients,
  groupCalls,
  accessLog,
  passcodeCalls,
  loadAppOffer,
  downloadStatic,
  receivedOfStatic,
  uploadStatic,
  removeStatic,
  updateMediators,
  createdTickets,
  assignedTickets,
  ticketDetail,
  ticketCounts,
  createTicket,
  updateTicket,
  ticketMessages,
  readTicketMessages,
  addTicketMessage,
  addTicketFile,
  ticketContent,
  enrol,
  describePasscode,
  missingFiles,
  deviceTicketFile,
  ownWatches,
]);

function callsOf(features: Readonly<Record<string, DeviceFeature>>): Endpoint[] {
  return Object.values(features).flatMap(({ list, update, history }) => [list, update, history]);
}

function captureCalls(): Endpoint[] {
  return Object.values(captures).flatMap(({ list, remove, ticket }) => [list, remove, ticket]);
}

function flatten(calls: readonly (Endpoint | Endpoint[])[]): Endpoint[] {
  return calls.flat();
}
