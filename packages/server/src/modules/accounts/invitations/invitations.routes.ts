import {
  acceptInvitation,
  createInvitation,
  invitationList,
  invitationOffer,
  renewInvitation,
  revokeInvitation,
} from '@fairwatch/contract';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { acceptOffer, readOffer } from './accept-invitation.service.ts';
import { inviteColleague, renewInvitationLink, revokeOpenInvitation } from './invitations.service.ts';
import { listInvitations } from './invitations.store.ts';

export function invitationsRoutes(services: Services): Route[] {
  return [
    handle(invitationList, ({ scope }) => listInvitations(services.db, scope)),
    handle(createInvitation, (call) => inviteColleague(services, call)),
    handle(renewInvitation, (call) => renewInvitationLink(services, call)),
    handle(revokeInvitation, (call) => revokeOpenInvitation(services, call)),
    handle(invitationOffer, (call) => readOffer(services, call)),
    handle(acceptInvitation, (call) => acceptOffer(services, call)),
  ];
}
