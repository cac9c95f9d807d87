import type { CommandType } from './core/command.ts';
import type { DeviceFeature } from './core/device-feature.ts';
import type { Endpoint } from './core/endpoint.ts';
import { describePasscode, enrol } from './device-protocol/enrol.ts';
import { missingFiles } from './device-protocol/files.ts';
import { deviceTicketFile } from './device-protocol/tickets.ts';
import { accessLog } from './features/access-log.ts';
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
} from './features/account.ts';
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
} from './features/admins.ts';
import {
  downloadStatic,
  loadAppOffer,
  receivedOfStatic,
  removeStatic,
  updateMediators,
  uploadStatic,
} from './features/app-download.ts';
import { appPermissions } from './features/app-permissions.ts';
import { appIconTicket, apps } from './features/apps.ts';
import { approvalCount, approvalList, decideApproval } from './features/approvals.ts';
import { archiveStatus, makeArchive } from './features/archives.ts';
import { auditList, deviceVisits, visitEntries } from './features/audit.ts';
import { login, logout, register, resetPassword, sendPasswordCode, sendVerification } from './features/auth.ts';
import { calendarEvents } from './features/calendar-events.ts';
import { callLogs, callTotals } from './features/call-logs.ts';
import {
  callRecordingHistory,
  captures,
  liveCamera,
  liveCameraHistory,
  callState,
  recordCall,
  recordVoice,
  voiceHistory,
} from './features/captures.ts';
import { askConsent, consentRequests, withdrawConsentRequest } from './features/consent-requests.ts';
import { contacts } from './features/contacts.ts';
import { dashboard } from './features/dashboard.ts';
import { deviceInfo } from './features/device-info.ts';
import {
  cancelCommand,
  deviceFilterChoices,
  deviceList,
  deviceSummary,
  nonFinalCommands,
  endDevice,
  renameDevice,
} from './features/devices.ts';
import {
  checkExists,
  downloadFile,
  downloadFolder,
  receiveFiles,
  uploadBase64,
  uploadChunk,
  uploadFile,
} from './features/file-transfers.ts';
import {
  cdnList,
  createFolder,
  deleteFile,
  fileHistory,
  files,
  fileTicket,
  renameFile,
  sendFile,
} from './features/files.ts';
import {
  gallery,
  galleryAlbums,
  galleryDays,
  galleryFetch,
  galleryFetchHistory,
  galleryTicket,
} from './features/gallery.ts';
import { deviceGrants } from './features/grants.ts';
import { healthCheck } from './features/health.ts';
import { loadInstallation } from './features/installation.ts';
import { locations, locationTrack, mapStyle } from './features/locations.ts';
import { conversation, findMessages, messages, messageThreads, revealMessage } from './features/messages.ts';
import {
  markNotificationsRead,
  notificationList,
  notificationSettings,
  unreadNotifications,
  updateNotificationSettings,
} from './features/notifications.ts';
import { deviceCommands, overview, pairDeviceInfo, recordReview } from './features/overview.ts';
import { deletePasscode, passcodeList, savePasscodes } from './features/passcodes.ts';
import {
  addPasskey,
  passkeyList,
  passkeySignIn,
  removePasskey,
  startPasskey,
  startPasskeySignIn,
} from './features/passkeys.ts';
import { profile } from './features/profile.ts';
import { createPushNotification, pushNotifications } from './features/push-notifications.ts';
import { giveReason, loadReason, listUsePolicies, updateUsePolicies } from './features/reasons.ts';
import { retentionList, retentionUpdate } from './features/retention.ts';
import { loadDefaultHours, updateDefaultHours } from './features/sharing-hours.ts';
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
} from './features/tickets.ts';
import {
  changeUserType,
  removePersonPicture,
  renameUser,
  setPersonPicture,
  userDetail,
  userList,
} from './features/users.ts';
import { loadWebPush, updateWebPush } from './features/web-push.ts';

/** Every kind of device data. Each package owes one entry per id in its own registry. */
export const deviceFeatures = {
  contacts,
  'call-logs': callLogs,
  'calendar-events': calendarEvents,
  apps,
  'app-permissions': appPermissions,
  'device-info': deviceInfo,
  locations,
  gallery,
  files,
  messages,
} as const satisfies Record<string, DeviceFeature>;
export type DeviceFeatureId = keyof typeof deviceFeatures;

/**
 * Every call there is. The server refuses to start unless each has its handler. Marked as pure, so that the console, which
 * never asks for all of them, carries only those it makes.
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
  renameDevice,
  endDevice,
  /* @__PURE__ */ callsOf(deviceFeatures),
  callTotals,
  appIconTicket,
  locationTrack,
  mapStyle,
  galleryDays,
  galleryAlbums,
  galleryFetch,
  galleryFetchHistory,
  galleryTicket,
  sendFile,
  createFolder,
  renameFile,
  deleteFile,
  fileHistory,
  cdnList,
  fileTicket,
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
  accessLog,
  passcodeList,
  savePasscodes,
  deletePasscode,
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
]);

/** The device feature that a command asks for. */
export function featureOfCommand(commandType: CommandType) {
  return Object.values(deviceFeatures).find(({ command }) => command === commandType);
}

function callsOf(features: Readonly<Record<string, DeviceFeature>>): Endpoint[] {
  return Object.values(features).flatMap(({ list, update, history }) => [list, update, history]);
}

function captureCalls(): Endpoint[] {
  return Object.values(captures).flatMap(({ list, remove, ticket }) => [list, remove, ticket]);
}

function flatten(calls: readonly (Endpoint | Endpoint[])[]): Endpoint[] {
  return calls.flat();
}
