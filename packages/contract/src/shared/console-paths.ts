/**
 * Every page of the console. The console makes its routes from this list, and the server's notifications and mails link to it,
 * so a path that is renamed or misspelled does not compile. `$name` stands for a parameter.
 */
export const consolePaths = [
  '/',
  '/account',
  '/alerts',
  '/app-download',
  '/approvals',
  '/audit',
  '/auth/forgot-password',
  '/auth/invitation',
  '/auth/login',
  '/auth/register',
  '/device-list',
  '/device/app-list/$deviceId',
  '/device/call/$deviceId',
  '/device/contact/$deviceId',
  '/device/event/$deviceId',
  '/device/file-manager/$deviceId',
  '/device/info/$deviceId',
  '/device/location/$deviceId',
  '/device/overview/$deviceId',
  '/device/permission/$deviceId',
  '/device/photo-recorder/$deviceId',
  '/device/photo/$deviceId',
  '/device/sms_chat/$deviceId',
  '/device/trigger-notifications/$deviceId',
  '/device/video-recorder/$deviceId',
  '/device/video/$deviceId',
  '/device/voice-recorder/$deviceId',
  '/groups',
  '/installation',
  '/map',
  '/map-data',
  '/my-ticket/$myTicketId',
  '/my-ticket/add-ticket',
  '/my-tickets',
  '/not-authorized',
  '/notification',
  '/otp-list',
  '/otp-list/cards',
  '/reasons',
  '/reports',
  '/retention',
  '/role-management',
  '/role-management/user/assign/$id',
  '/role-management/user/settings/$id',
  '/runs',
  '/runs/$runId',
  '/schedules',
  '/servers',
  '/subordinates-ticket/$subordinateTicketId',
  '/subordinates-tickets',
  '/users-list',
  '/welcome',
  '/zones',
] as const;
export type ConsolePath = (typeof consolePaths)[number];

/** The pages about one device. */
export type DevicePath = Extract<ConsolePath, `/device/${string}`>;

/** The names of a path's parameters; never when it has none. */
type ParamOf<Path extends string> = Path extends `${string}$${infer Name}` ? Name : never;

/** Ids as the server counts them, or as an address spells them. */
export type ConsolePathParams<Path extends ConsolePath> = Readonly<Record<ParamOf<Path>, number | string>>;

/** The link of an invitation. The token is the fragment, which a browser sends to no server, so that no log gets it. */
export function invitationLink(token: string): string {
  return `${consoleLink('/auth/invitation')}#${token}`;
}

/** A link to a page of the console, from its path and the parameters that the path names. */
export function consoleLink<Path extends ConsolePath>(
  path: Path,
  ...[params]: keyof ConsolePathParams<Path> extends never ? [] : [params: ConsolePathParams<Path>]
): string {
  const values: Readonly<Record<string, number | string>> = params ?? {};
  return path.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}
