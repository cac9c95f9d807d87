import {
  auditList,
  conversation,
  deviceFeatures,
  deviceList,
  deviceSummary,
  findMessages,
  messageThreads,
  nonFinalCommands,
  profile,
  type DeviceFeatureId,
  type Endpoint,
} from '@fairwatch/contract';

function isDeviceFeature(id: string): id is DeviceFeatureId {
  return Object.hasOwn(deviceFeatures, id);
}

/** Calls that read the rows of a feature in another way than its list does. */
const moreLists: Partial<Record<DeviceFeatureId, readonly Endpoint[]>> = {
  messages: [messageThreads, conversation, findMessages],
};

/** Which endpoints answer differently once `feature` has changed. An unknown word, from a newer server, means none. */
export function endpointsOf(feature: string): readonly Endpoint[] {
  if (feature === 'devices') return [deviceList, deviceSummary, profile];
  if (feature === 'profile') return [profile];
  if (feature === 'commands') {
    // A command is written to the log together with itself.
    return [nonFinalCommands, auditList, ...Object.values(deviceFeatures).map(({ history }) => history)];
  }
  return isDeviceFeature(feature) ? [deviceFeatures[feature].list, ...(moreLists[feature] ?? [])] : [];
}
