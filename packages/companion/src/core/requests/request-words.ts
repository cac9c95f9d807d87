import type { CommandType } from '@fairwatch/contract';

/** Each request in words for the person: "maria asks for your location". */
const asked: Readonly<Record<CommandType, string>> = {
  CAPTURE_PHOTO: 'a photo from your camera',
  CAPTURE_VIDEO: 'a video from your camera',
  CAPTURE_VOICE: 'a voice recording',
  UPDATE_LOCATIONS: 'your location',
  LIVE_LOCATION: 'your live location',
  UPDATE_CONTACTS: 'your contacts',
  UPDATE_EVENTS: 'your calendar',
  UPDATE_GALLERY: 'your photos and videos',
  FETCH_MEDIA: 'a photo or video in full',
  UPDATE_FILES: 'the list of your shared folder',
  SEND_FILE: 'a file from your shared folder',
  RECEIVE_FILES: 'to put files into your shared folder',
  CREATE_FOLDER: 'to create a folder in your shared folder',
  RENAME_FILE: 'to rename a file in your shared folder',
  DELETE_FILE: 'to delete a file from your shared folder',
  UPDATE_DEVICE_INFO: 'details of this phone',
  UPDATE_PERMISSIONS: 'which permissions this page has',
  UPDATE_CALLS: 'your call history',
  UPDATE_MESSAGES: 'your text messages',
  UPDATE_APPS: 'your installed apps',
  RECORD_CALL: 'a recording of a call',
};

/** The requests that can name several files. */
const askedForSeveral: Readonly<Partial<Record<CommandType, (files: number) => string>>> = {
  FETCH_MEDIA: (files) => `${files} photos or videos in full`,
  SEND_FILE: (files) => `${files} files from your shared folder`,
  DELETE_FILE: (files) => `to delete ${files} files from your shared folder`,
};

export function askedFor(type: CommandType, files = 1): string {
  return (files > 1 ? askedForSeveral[type]?.(files) : undefined) ?? asked[type];
}
