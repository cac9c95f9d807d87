import { commandTypes, endpoints, type CommandType, type Endpoint } from '@fairwatch/contract';

const endpointOf = new Map(
  commandTypes.map((type) => {
    const endpoint = endpoints.find(({ commands }) => commands.includes(type));
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
