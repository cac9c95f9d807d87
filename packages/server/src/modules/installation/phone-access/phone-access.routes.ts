import { networkInterfaces } from 'node:os';
import { loadPhoneAccess, loadPhoneMachine, loadPhoneTest, startPhoneTest } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { certificateFacts } from './certificate-facts.ts';
import { configuredOrigin, networkAddresses, phoneOrigins, phoneReach } from './phone-origins.ts';

export function phoneAccessRoutes({ config, server, phoneTests }: Services): Route[] {
  return [
    handle(loadPhoneAccess, async () => {
      const origin = configuredOrigin(config);
      return { origin, reach: phoneReach(config), certificate: await certificateFacts(config, origin) };
    }),

    handle(loadPhoneMachine, async () => {
      const interfaces = networkInterfaces();
      return {
        port: config.port,
        origins: phoneOrigins(config, interfaces),
        networkAddress: networkAddresses(interfaces)[0] ?? null,
        isCluster: server.isCluster,
      };
    }),

    handle(startPhoneTest, async ({ session }) => {
      const { test, expiresAt } = phoneTests.start(session.userId);
      return { test, expiresAt: new Date(expiresAt).toISOString() };
    }),

    handle(loadPhoneTest, async ({ session, input }) => {
      const found = phoneTests.find(input.test, session.userId);
      if (found === null) throw new AppError('phone_test_not_found');
      const { isOver, reached } = found;
      if (reached === null) return { state: isOver ? ('OVER' as const) : ('WAITING' as const), reached };
      const over = reached.isSecure ? ('HTTPS' as const) : ('HTTP' as const);
      return { state: 'REACHED' as const, reached: { over, at: new Date(reached.at).toISOString() } };
    }),
  ];
}
