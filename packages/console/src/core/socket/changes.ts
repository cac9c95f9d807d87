import {
  auditList,
  callTotals,
  deviceFeatures,
  deviceGrants,
  deviceList,
  deviceSummary,
  nonFinalCommands,
  profile,
  userDetail,
  userList,
  type DeviceFeatureId,
  type Endpoint,
} from '@fairwatch/contract';

function isDeviceFeature(id: string): id is DeviceFeatureId {
  return Object.hasOwn(deviceFeatures, id);
}

/** Which endpoints answer differently once `feature` has changed. An unknown word, from a newer server, means none. */
export function endpointsOf(feature: string): readonly Endpoint[] {
  if (feature === 'grants') return [deviceGrants];
  if (feature === 'devices') return [deviceList, deviceSummary, profile, userList, userDetail];
  if (feature === 'users') return [userList, userDetail];
  if (feature === 'profile') return [profile];
  if (feature === 'commands') {
    // A command is written to the log together with itself.
    return [nonFinalCommands, auditList, ...Object.values(deviceFeatures).map(({ history }) => history)];
  }
  if (feature === 'call-logs') return [deviceFeatures[feature].list, callTotals];
  return isDeviceFeature(feature) ? [deviceFeatures[feature].list] : [];
}
