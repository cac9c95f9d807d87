import {
  auditList,
  deviceFeatures,
  deviceList,
  deviceSummary,
  galleryAlbums,
  galleryDays,
  galleryFetchHistory,
  nonFinalCommands,
  profile,
  type DeviceFeatureId,
  type Endpoint,
} from '@fairwatch/contract';

function isDeviceFeature(id: string): id is DeviceFeatureId {
  return Object.hasOwn(deviceFeatures, id);
}

/** What a feature has beside its list. */
const beside: Readonly<Partial<Record<DeviceFeatureId, readonly Endpoint[]>>> = {
  gallery: [galleryDays, galleryAlbums],
};

/** Which endpoints answer differently once `feature` has changed. An unknown word, from a newer server, means none. */
export function endpointsOf(feature: string): readonly Endpoint[] {
  if (feature === 'devices') return [deviceList, deviceSummary, profile];
  if (feature === 'profile') return [profile];
  if (feature === 'commands') {
    // A command is written to the log together with itself.
    return [
      nonFinalCommands,
      auditList,
      galleryFetchHistory,
      ...Object.values(deviceFeatures).map(({ history }) => history),
    ];
  }
  return isDeviceFeature(feature) ? [deviceFeatures[feature].list, ...(beside[feature] ?? [])] : [];
}
