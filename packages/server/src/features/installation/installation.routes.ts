import { loadInstallation, version } from '@fairwatch/contract';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';

export function installationRoutes({ config }: Services): Route[] {
  return [
    handle(loadInstallation, async () => ({
      version,
      payloadMode: config.payload.mode,
      // Whoever opens the console by another address, such as localhost, still gives phones the one that works for them.
      companionOrigin: config.companionUrl ?? config.publicUrl,
    })),
  ];
}
