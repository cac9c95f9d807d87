import type { DeviceFeature } from './shared/device-feature.ts';
import type { Endpoint } from './core/http/endpoint.ts';
import { deviceFeatures } from './device-features.ts';
import { describePasscode, enrol } from './device-protocol/enrol.ts';
import { missingFiles } from './device-protocol/files.ts';
import { ownWatches } from './device-protocol/watches.ts';
import { deviceTicketFile } from './device-protocol/tickets.ts';
import { accessLog } from './areas/consent/access-log.ts';
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
} from './areas/accounts/account.ts';
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
} from './areas/accounts/admins.ts';
import {
  downloadStatic,
  loadAppOffer,
  receivedOfStatic,
  removeStatic,
  updateMediators,
  uploadStatic,
} from './areas/installation/app-download.ts';
import { appIconLinks } from './areas/device-data/apps.ts';
import { approvalCount, approvalList, decideApproval } from './areas/consent/approvals.ts';
import { archiveStatus, makeArchive } from './areas/device-data/archives.ts';
import { auditList, deviceVisits, visitEntries } from './areas/consent/audit.ts';
import { login, logout, register, resetPassword, sendPasswordCode, sendVerification } from './areas/accounts/auth.ts';
import { callTotals } from './areas/device-data/call-logs.ts';
import {
  callRecordingHistory,
  captures,
  liveCamera,
  liveCameraHistory,
  callState,
  recordCall,
  recordVoice,
  voiceHistory,
} from './areas/device-data/captures.ts';
import { askConsent, consentRequests, withdrawConsentRequest } from './areas/consent/consent-requests.ts';
import { dashboard } from './areas/devices/dashboard.ts';
import {
  cancelCommand,
  deviceFilterChoices,
  deviceList,
  deviceSummary,
  nonFinalCommands,
  endDevice,
  renameDevice,
} from './areas/devices/devices.ts';
import {
  checkExists,
  downloadFile,
  downloadFolder,
  receiveFiles,
  uploadBase64,
  uploadChunk,
  uploadFile,
} from './areas/files/file-transfers.ts';
import {
  cdnList,
  createFolder,
  deleteFile,
  fileHistory,
  fileLinks,
  renameFile,
  sendFile,
} from './areas/files/files.ts';
import {
  galleryAlbums,
  galleryDays,
  galleryFetch,
  galleryFetchHistory,
  galleryLinks,
} from './areas/device-data/gallery.ts';
import { deviceGrants } from './areas/consent/grants.ts';
import { groupCalls } from './areas/devices/groups.ts';
import { healthCheck } from './areas/installation/health.ts';
import { loadInstallation } from './areas/installation/installation.ts';
import { locationTrack, mapStyle } from './areas/places/locations.ts';
import { liveLocationCalls } from './areas/places/live-location.ts';
import { conversation, findMessages, messageThreads, revealMessage } from './areas/device-data/messages.ts';
import {
  markNotificationsRead,
  notificationList,
  notificationSettings,
  unreadNotifications,
  updateNotificationSettings,
} from './areas/accounts/notifications.ts';
import { deviceCommands, overview, pairDeviceInfo, recordReview } from './areas/devices/overview.ts';
import { passcodeCalls } from './areas/devices/passcodes.ts';
import {
  addPasskey,
  passkeyList,
  passkeySignIn,
  removePasskey,
  startPasskey,
  startPasskeySignIn,
} from './areas/accounts/passkeys.ts';
import { deleteView, renameView, savedViews, saveView } from './areas/accounts/saved-views.ts';
import { positionCalls } from './areas/places/positions.ts';
import { profile } from './areas/accounts/profile.ts';
import { createPushNotification, pushNotifications } from './areas/support/push-notifications.ts';
import { giveReason, loadReason, listUsePolicies, updateUsePolicies } from './areas/consent/reasons.ts';
import { reportCalls } from './areas/places/reports.ts';
import { retentionList, retentionUpdate } from './areas/device-data/retention.ts';
import { serverList } from './areas/installation/servers.ts';
import { runCalls } from './areas/devices/runs.ts';
import { scheduleCalls } from './areas/devices/schedules.ts';
import { alertCalls } from './areas/places/alerts.ts';
import { loadDefaultHours, updateDefaultHours } from './areas/consent/sharing-hours.ts';
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
} from './areas/support/tickets.ts';
import {
  changeUserType,
  importPeople,
  removePersonPicture,
  renameUser,
  setPersonPicture,
  userDetail,
  userList,
} from './areas/accounts/users.ts';
import { zoneCalls } from './areas/places/zones.ts';
import { loadWebPush, updateWebPush } from './areas/support/web-push.ts';

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
