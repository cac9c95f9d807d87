import { loadInstallation, version } from '@fairwatch/contract';
import { handle, type Route } from '../../shared/routes/route.ts';
import type { Services } from '../../shared/services/services.ts';

export function installationRoutes({ config }: Services): Route[] {
  return [
    handle(loadInstallation, async () => ({
      version,
      payloadMode: config.payload.mode,
      // A configured address, because the console may be open at an address that phones cannot reach, such as localhost.
      companionOrigin: config.companionUrl ?? config.publicUrl,
    })),
  ];
}
