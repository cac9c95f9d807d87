/** How an owner calls a command: by npm in a checkout, by the program `fairwatch` where a release is installed. */
export function ownersCommand(name: string, args = ''): string {
  if (process.env['npm_lifecycle_event'] === undefined) return ['fairwatch', name, args].filter(Boolean).join(' ');
  return `npm run ${name}${args === '' ? '' : ` -- ${args}`}`;
}
