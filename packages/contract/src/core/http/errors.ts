import { clientErrors } from './client-errors.ts';
import { fillText } from './texts.ts';

/** Every error the server answers with: its HTTP status and the text the admin reads. */
export const serverErrors = {
  invalid_input: { status: 400, text: 'The request is not valid: {problem}' },
  recording_duration: { status: 400, text: 'Please select a time between 10 and 60 seconds.' },
  passwords_differ: { status: 400, text: 'The two passwords are not the same.' },
  password_common: {
    status: 400,
    text: 'This password is among the most common ones and would soon be guessed. Please choose another one.',
  },
  password_personal: {
    status: 400,
    text: 'The password must not be your username or email address. Please choose another one.',
  },
  voice_too_long: { status: 400, text: 'A voice message can be at most {minutes} minutes long.' },
  upload_interrupted: { status: 400, text: 'Upload failed: the bytes broke off before their end. Please try again.' },
  malformed_json: { status: 400, text: 'The request body is not valid JSON.' },
  payload_refused: {
    status: 400,
    text: 'The request could not be decrypted: it was changed on the way, or not encrypted as this server asks ({mode}).',
  },
  authentication_required: { status: 401, text: 'Authentication required' },
  session_ended: { status: 401, text: clientErrors.session_ended },
  login_failed: { status: 401, text: 'The username or password is incorrect.' },
  ticket_refused: { status: 401, text: 'This address is not valid any more. Please open the page again.' },
  second_factor_required: { status: 401, text: 'Please enter the code of your authenticator app.' },
  second_factor_refused: { status: 403, text: 'This code is not valid: it is wrong, too old or already used.' },
  second_factor_missing: {
    status: 403,
    text: 'Please also enter the code of your authenticator app, or a recovery code.',
  },
  password_wrong: { status: 403, text: 'Your current password is incorrect.' },
  passkey_refused: {
    status: 403,
    text: 'This passkey was not accepted. It may have been removed here, or belong to another address of this console.',
  },
  verification_refused: {
    status: 403,
    text: 'This code is not valid: it is wrong, used or expired. After {tries} tries a new code is needed.',
  },
  sign_up_off: { status: 403, text: 'Nobody can sign up here by themselves. Please ask whoever runs this server.' },
  foreign_origin: { status: 403, text: 'Only a page of this server may do this. Please open its own address.' },
  not_allowed: { status: 403, text: 'You do not have access to this.' },
  account_blocked: { status: 403, text: 'This account is blocked. Please ask the admin you report to.' },
  own_access: { status: 403, text: 'You cannot change your own account here. An admin above you can.' },
  not_below_you: { status: 403, text: 'You can only change accounts that report to you, directly or further down.' },
  holds_more: {
    status: 403,
    text: '{name} holds {missing} that you do not. Only an admin who holds all of it can change how {name} signs in.',
  },
  blocked_by_super_admin: {
    status: 403,
    text: 'A super admin blocked this account. Only a super admin can unblock it.',
  },
  more_than_you_hold: { status: 403, text: 'You cannot give more than you hold yourself: {feature}.' },
  reports_to_refused: {
    status: 403,
    text: 'They can report to you or to an admin below you, and not to somebody who reports to them.',
  },
  consent_missing: { status: 403, text: 'The person using this device does not share {capability}.' },
  device_paused: { status: 403, text: 'The person using this device has paused sharing.' },
  outside_hours: {
    status: 403,
    text: 'The person using this device shares nothing at this hour. Their sharing hours begin again on {time}.',
  },
  reason_required: {
    status: 403,
    text: 'Please say first why you use {capability} of this device. Its person reads the reason in their log.',
  },
  approval_needed: {
    status: 403,
    text: 'A second admin must agree before you use {capability} of this device. They were asked, and have until {time}.',
  },
  approval_missing: { status: 403, text: '{capability} of this device needs the approval of a second admin.' },
  approval_declined: {
    status: 403,
    text: '{name} declined that you use {capability} of this device. You can ask again {time}.',
  },
  approval_impossible: {
    status: 403,
    text: 'A second admin must agree before you use {capability} of this device, and there is nobody who could: no other admin has this device and this access and is independent of you. Whoever promoted you, gave you the access or reset your sign-in is not, nor is anybody for whom you did that.',
  },
  notice_not_shown: {
    status: 403,
    text: 'The note on this device that it is supervised is not shown now, so nothing is collected from it.',
  },
  not_offered: { status: 409, text: '{reason}' },
  lists_not_offered: {
    status: 409,
    text: 'The app on this device takes one file at a time. Please ask for each file on its own, or update the app.',
  },
  push_service_unknown: {
    status: 400,
    text: 'This push service is not one that this server sends to.',
  },
  device_held: {
    status: 403,
    text: 'Fairwatch was restored from a backup: nothing of this device is shown until it says again what its person shares.',
  },
  route_not_found: { status: 404, text: 'There is no such call.' },
  device_not_found: { status: 404, text: 'This device does not exist or is not assigned to you.' },
  device_left: { status: 404, text: 'This device has left. What it shared was deleted.' },
  user_not_found: { status: 404, text: 'This user does not exist or is not in your scope.' },
  run_not_found: { status: 404, text: 'This run does not exist or is not yours.' },
  group_not_found: { status: 404, text: 'This group does not exist or is not yours.' },
  zone_not_found: { status: 404, text: 'This zone does not exist or is not yours.' },
  alert_rule_not_found: { status: 404, text: 'This alert rule does not exist or is not yours.' },
  live_not_found: { status: 404, text: 'No live location of this device is running.' },
  schedule_not_found: { status: 404, text: 'This schedule does not exist or is not yours.' },
  command_not_found: { status: 404, text: 'This command does not exist.' },
  upload_not_found: { status: 404, text: 'This upload does not exist, has expired or belongs to another device.' },
  archive_not_found: { status: 404, text: 'There is no such archive. It is kept for one day after it was made.' },
  file_not_found: { status: 404, text: 'This file does not exist.' },
  request_timeout: { status: 408, text: 'The request did not arrive in time. Please try again.' },
  method_not_allowed: { status: 405, text: 'This call takes {method} only.' },
  commands_pending: {
    status: 409,
    text: 'You have pending commands in the queue. Please wait for them to complete before submitting new ones.',
  },
  no_call: { status: 409, text: 'No call is under way on this device, so there is nothing to record.' },
  archive_pending: { status: 409, text: 'An archive of this device is already being made. Please wait for it.' },
  archives_full: {
    status: 507,
    text: 'There is no room for more archives on the server now. Each is deleted a day after it was made. Please try again later.',
  },
  archive_outdated: {
    status: 409,
    text: 'The person using this device has changed what they share since this archive was made. Please make a new one.',
  },
  already_shared: { status: 409, text: 'The person using this device already shares {capability}.' },
  already_asked: {
    status: 409,
    text: 'The person using this device was already asked to share {capability}, and decides on the device.',
  },
  asked_too_soon: {
    status: 409,
    text: 'The person using this device was asked to share {capability} not long ago. They can be asked again {time}.',
  },
  notifications_waiting: {
    status: 409,
    text: '{count} notifications already wait for this device. Please try again when it is back.',
  },
  already_admin: { status: 409, text: 'This account is already an admin.' },
  not_an_admin: { status: 409, text: 'This account is not an admin. Promote it first.' },
  super_admin_holds_all: { status: 409, text: 'A super admin always has full access to everything.' },
  super_admin_reports_to_nobody: { status: 409, text: 'A super admin reports to nobody.' },
  administrator_type: { status: 409, text: 'An admin is an Administrator. Make the account a non-admin first.' },
  signs_in: {
    status: 409,
    text: 'Somebody signs in with this account. Its owner changes it, or the role manager does.',
  },
  cannot_sign_in: { status: 409, text: 'This is the person of a device: nobody signs in with this account.' },
  passcode_used: { status: 409, text: 'A device joined with this passcode. It stays, so that everyone can see who.' },
  passcode_not_found: { status: 404, text: 'This passcode does not exist or is not yours.' },
  consent_request_not_found: { status: 404, text: 'There is no open request for this.' },
  ticket_not_found: { status: 404, text: 'This ticket does not exist or is not yours to see.' },
  ticket_transition: { status: 409, text: 'A ticket that is {from} cannot become {to}.' },
  ticket_changed: {
    status: 409,
    text: '{who} changed this ticket meanwhile: it is {status}, {priority}, {category}. Please look at it and try again.',
  },
  ticket_ended: { status: 409, text: 'This ticket is {status}, so nothing more can be written to it. {hint}' },
  message_id_used: { status: 409, text: 'This id already belongs to another message or ticket.' },
  tickets_open: {
    status: 409,
    text: 'There are already {count} open tickets. Please close one that is settled first.',
  },
  approval_not_found: { status: 404, text: 'This request does not exist, or it is not yours to decide.' },
  approval_ended: {
    status: 409,
    text: 'This request has ended meanwhile: it was decided, or its ten minutes are over.',
  },
  passkey_not_found: { status: 404, text: 'This passkey has already been removed.' },
  passkeys_full: { status: 409, text: 'An account has at most {count} passkeys. Please remove one first.' },
  passkeys_need_name: {
    status: 409,
    text: 'Passkeys need an address with a name, such as https://fairwatch.example.org or http://localhost. This is {host}.',
  },
  session_not_found: { status: 404, text: 'This session has already ended.' },
  mail_unavailable: {
    status: 409,
    text: 'No mail can reach you: this server has no mail server, or your account has no email address.',
  },
  two_factor_state: { status: 409, text: 'Two-factor sign-in was changed meanwhile. Please look at it again.' },
  run_ended: { status: 409, text: 'This run has already ended.' },
  run_not_ended: { status: 409, text: 'This run has not ended yet.' },
  nothing_to_repeat: { status: 409, text: 'Everything in this run succeeded, so there is nothing to run again.' },
  no_devices: { status: 409, text: 'No device of yours is selected.' },
  one_device_only: { status: 400, text: 'Files belong to one device: please select exactly one.' },
  report_too_large: {
    status: 409,
    text: 'A report can have at most {count} devices. Please choose a group or a device.',
  },
  too_many_devices: { status: 409, text: 'A run can be for at most {count} devices.' },
  too_many_items: {
    status: 409,
    text: 'Too much is waiting: at most {count} steps of your runs. Please let some finish first.',
  },
  run_too_large: {
    status: 409,
    text: 'The texts and file names of this run are too large: one run can have {most} MB, and all your open runs together {sum} MB. Please choose fewer devices or shorter texts, or let some runs finish first.',
  },
  device_full: {
    status: 409,
    text: 'Too much is waiting for {devices} of these devices: at most {count} steps each. Please let some finish first.',
  },
  group_name_taken: { status: 409, text: 'You already have a group with this name.' },
  group_of_other_admin: {
    status: 409,
    text: 'The group {group} has only devices of {owner}. Choose {owner} as the admin, or no group.',
  },
  admin_blocked: { status: 409, text: 'This admin is blocked, so no device can join them.' },
  no_public_address: {
    status: 409,
    text: 'This server does not know under which address phones reach it, so a mail would have no link. Its owner can set PUBLIC_URL.',
  },
  group_by_rule: { status: 409, text: 'The devices of this group are chosen by its rule.' },
  group_in_use: {
    status: 409,
    text: 'A schedule, a zone or an alert rule uses this group. Please change or delete it first.',
  },
  device_in_too_many_groups: { status: 409, text: 'A device can be in at most {count} groups.' },
  moves_devices: {
    status: 403,
    text: 'A rule of a group reads the email address, so this would move devices between admins: {names}. Please ask somebody with full access to the Role Manager to make this change.',
  },
  assigned_by_group: {
    status: 409,
    text: 'This admin has a device through a group. Please remove the device from the group or take the group away.',
  },
  too_many_groups: { status: 409, text: 'There can be at most {count} groups of one admin.' },
  live_running: { status: 409, text: 'A live location of this device is already running.' },
  too_many_live: { status: 409, text: 'Too many live locations are running at the moment. Please try again later.' },
  zone_in_use: { status: 409, text: 'An alert rule uses this zone. Please change or delete the rule first.' },
  too_many_zones: { status: 409, text: 'There can be at most {count} zones of one admin.' },
  too_many_alert_rules: { status: 409, text: 'There can be at most {count} alert rules of one admin.' },
  geojson_refused: { status: 400, text: 'Nothing was imported: {problem}' },
  recipient_refused: {
    status: 400,
    text: 'Only you and admins who can sign in and report to you can be told: {name}.',
  },
  geocoder_off: { status: 409, text: 'Addresses cannot be searched: no geocoder is configured on this server.' },
  geocoder_failed: { status: 503, text: 'The geocoder did not answer. Please try again, or draw the zone on the map.' },
  too_many_searches: { status: 429, text: 'Too many searches. Please try again in a minute.' },
  too_many_passcodes: {
    status: 409,
    text: 'There can be at most {count} unused passcodes of one admin. Please delete some that are not needed any more.',
  },
  too_many_people: {
    status: 409,
    text: 'There can be at most {count} imported people of one admin who have not joined yet.',
  },
  too_many_in_all: {
    status: 409,
    text: 'All admins of this server together can have at most {count} {what}. Please delete some that are not needed any more.',
  },
  too_many_reminders: {
    status: 429,
    text: 'At most {count} reminders are sent a day for one admin, and all admins together have a limit, too. Please try again tomorrow.',
  },
  too_many_schedules: { status: 409, text: 'There can be at most {count} schedules of one admin.' },
  schedule_over: { status: 409, text: 'This schedule would never start: its end has passed.' },
  command_ended: { status: 409, text: 'This command has already ended.' },
  upload_received: { status: 409, text: 'The server has {received} bytes of this file. Go on from there.' },
  app_older: {
    status: 409,
    text: 'This is version {version} ({code}), older than version {offered} ({offeredCode}) that is offered: phones would refuse it. To go back, remove the newer one first.',
  },
  too_many_documents: { status: 409, text: 'There are already {count} documents. Please remove one first.' },
  upload_offset: {
    status: 409,
    text: 'These bytes do not continue the upload. Ask how far it is and go on from there.',
  },
  username_taken: { status: 409, text: 'This username is already taken. Please choose another one.' },
  device_already_joined: {
    status: 409,
    text: 'This device has already joined. It must leave before it can join again.',
  },
  passcode_refused: { status: 403, text: 'This passcode is not valid: it is wrong, used or expired.' },
  passcode_spent: {
    status: 403,
    text: 'This passcode was tried {tries} times without success and has ended. Please ask your admin for a new one.',
  },
  notice_outdated: { status: 409, text: 'The notice has changed. Please read and accept the current one.' },
  body_too_large: { status: 413, text: 'File too large. Please reduce the file size and try again.' },
  file_too_large: { status: 413, text: 'File size exceeds {size}MB limit' },
  picture_too_large: {
    status: 413,
    text: 'This picture has {width} x {height} pixels, which is too many. Please make it smaller first.',
  },
  file_type_not_allowed: { status: 415, text: 'File type not allowed' },
  wrong_content_type: { status: 415, text: 'The request body must be JSON (application/json).' },
  wrong_form_type: { status: 415, text: 'The request body must be a form with a file (multipart/form-data).' },
  folder_too_large: {
    status: 413,
    text: 'This folder has more than {files} stored files or {size} MB. Download the folders in it one by one.',
  },
  range_not_satisfiable: { status: 416, text: 'The file has {size} bytes; the range asked for is not in it.' },
  range_required: {
    status: 416,
    text: 'This file is sent in parts. Ask for a range of at most {bytes} bytes (Range: bytes=from-to).',
  },
  file_damaged: {
    status: 422,
    text: 'The bytes that arrived are not the file that was announced: their SHA-256 differs. Nothing was kept.',
  },
  file_not_wanted: { status: 409, text: 'This is not the file that the command asked for: {problem}' },
  app_unreadable: { status: 422, text: 'This is not an Android app that can be offered: {problem}' },
  too_many_attempts: { status: 429, text: 'Too many attempts. Please try again in {minutes} min.' },
  daily_quota: {
    status: 429,
    text: 'A device may send {megabytes} MB of {what} a day, and this would be more. Please try again tomorrow (UTC).',
  },
  internal: { status: 500, text: 'Something went wrong on our side. Please try again. Reference: {requestId}' },
  upload_failed: { status: 500, text: 'Upload failed' },
  mail_not_sent: { status: 502, text: 'The mail could not be sent. Please try again later.' },
  disk_full: {
    status: 507,
    text: 'The disk of the server is full, so no files are taken now. Please try again when its owner has made room.',
  },
  unavailable: { status: 503, text: 'The service is starting or stopping. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; text: string }>;
export type ErrorCode = keyof typeof serverErrors;

/** The text of a server error with its placeholders filled. */
export function errorText(code: ErrorCode, values?: Readonly<Record<string, string | number>>): string {
  return fillText(serverErrors[code].text, values);
}
