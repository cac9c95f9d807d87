import {
  commandTypes,
  createFolder,
  deleteFile,
  deviceFeatures,
  galleryFetch,
  liveCamera,
  receiveFiles,
  recordCall,
  recordVoice,
  renameFile,
  sendFile,
  startLiveLocation,
  type CommandType,
  type Endpoint,
} from '@fairwatch/contract';

const updates = new Map<CommandType, Endpoint>(
  Object.values(deviceFeatures).map(({ command, update }) => [command, update]),
);

const others: Partial<Record<CommandType, Endpoint>> = {
  FETCH_MEDIA: galleryFetch,
  SEND_FILE: sendFile,
  RECEIVE_FILES: receiveFiles,
  CREATE_FOLDER: createFolder,
  RENAME_FILE: renameFile,
  DELETE_FILE: deleteFile,
  CAPTURE_PHOTO: liveCamera,
  CAPTURE_VIDEO: liveCamera,
  CAPTURE_VOICE: recordVoice,
  RECORD_CALL: recordCall,
  LIVE_LOCATION: startLiveLocation,
};

const endpointOf = new Map(
  commandTypes.map((type) => {
    const endpoint = updates.get(type) ?? others[type];
    if (endpoint === undefined) throw new Error(`No endpoint requests ${type}.`);
    return [type, endpoint] as const;
  }),
);

/** The endpoint that requests a command of this type singly. The log names it, also for a command of a run. */
export function endpointOfCommand(type: CommandType): Endpoint {
  const endpoint = endpointOf.get(type);
  if (endpoint === undefined) throw new Error(`${type} is no command.`);
  return endpoint;
}
