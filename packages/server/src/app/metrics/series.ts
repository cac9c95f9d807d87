import type * as Prom from 'prom-client';

/** Upper ends of the durations of requests, in seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Upper ends of the durations of commands, in seconds: a device that is away may take until the deadline of a command. */
const commandBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800];

/**
 * Creates every series that the server offers. The values of labels come from fixed lists: routes, types of commands, steps, operations.
 * None names a device, a person or an admin, so the figures are no personal data and their number is bounded.
 */
export function createSeries(prom: typeof Prom, registry: Prom.Registry) {
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new prom.Counter({ name: `fairwatch_${name}`, help, labelNames, registers });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new prom.Gauge({ name: `fairwatch_${name}`, help, labelNames, registers });
  const histogram = <Label extends string = never>(
    name: string,
    help: string,
    { labelNames = [], buckets }: { labelNames?: readonly Label[]; buckets: number[] },
  ) => new prom.Histogram({ name: `fairwatch_${name}`, help, labelNames, buckets, registers });

  return {
    requests: counter('http_requests_total', 'Requests that were answered.', ['route', 'method', 'status']),
    requestSeconds: histogram('http_request_seconds', 'From a request to the end of its answer.', {
      labelNames: ['route'],
      buckets: requestBuckets,
    }),
    networkBytes: counter('network_bytes_total', 'Bytes over all connections, with those of TLS.', ['direction']),
    sockets: gauge('sockets_open', 'Open sockets of devices and consoles.', ['kind']),
    online: gauge('devices_online', 'Devices that are online at this server.'),

    commandSteps: counter(
      'command_steps_total',
      'Steps of commands that this server stored. A command that was answered at once counts with its last step only.',
      ['type', 'step'],
    ),
    deliveredSeconds: histogram('command_delivered_seconds', 'From queueing a command to sending it.', {
      buckets: commandBuckets,
    }),
    finishedSeconds: histogram('command_finished_seconds', 'From queueing a command to its end.', {
      buckets: commandBuckets,
    }),
    openCommands: gauge('commands_open', 'Commands of all servers that have not ended.', ['step']),
    runItems: gauge('run_items_waiting', 'Items of runs of all servers that wait, at most 100,000.'),

    frameQueue: gauge('frame_queue_devices', 'Devices whose large frames wait to be handled.'),
    liveViews: gauge('live_views', 'Live views whose devices are connected to this server.'),
    viewers: gauge('live_viewers', 'Admins who watch a live view through this server.'),
    helloQueue: gauge('hello_queue_waiting', 'Hellos of suspicious addresses that wait.'),
    stagedBytes: gauge('staged_answers_bytes', 'Bytes of answers that are not stored yet.', ['where']),
    mailsWaiting: gauge('mails_waiting', 'Accounts of all servers for which a mail is due.'),
    pushWaiting: gauge('push_waiting', 'Pushes that are being sent or wait.'),
    uploads: counter('uploads_total', 'Files that were stored.'),
    uploadBytes: counter('upload_bytes_total', 'Bytes of files that were stored.'),
    blobRequests: counter('blob_requests_total', 'Requests to the store for files.', ['operation', 'outcome']),

    jobRuns: counter('job_runs_total', 'Runs of the jobs that the server does by itself.', ['task', 'outcome']),
    jobSeconds: counter('job_seconds_total', 'How long these runs took in all.', ['task']),

    databaseUp: gauge('database_up', '1 when PostgreSQL answered the queries of this scrape.'),
    pool: gauge('database_connections', 'Connections of the pool: all, and those that are idle.', ['state']),
    poolWaiting: gauge('database_waiting', 'Queries that wait for a connection.'),
    poolBroken: counter('database_connections_broken_total', 'Connections to PostgreSQL that broke.'),

    busConnected: gauge('bus_connected', '1 while this server is connected to the others.'),
    busPublished: counter('bus_published_total', 'Events that were sent to other servers.'),
    busReceived: counter('bus_received_total', 'Events of other servers.'),
    busForged: counter(
      'bus_forged_total',
      'Messages over NATS that no server of this installation signed, or that were sent again.',
    ),
    busGaps: counter(
      'bus_gaps_total',
      'How often events of other servers may have been lost, and rows were read instead.',
    ),
    leaseAge: gauge(
      'lease_age_seconds',
      'Since this server last renewed its lease. Its devices count as offline after 15.',
    ),

    cpu: counter('process_cpu_seconds_total', 'CPU time of the process.'),
    memory: gauge('process_resident_memory_bytes', 'Memory of the process.'),
    heap: gauge('process_heap_bytes', 'The part of it that JavaScript uses.'),
    startTime: gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.'),
    loopLag: gauge('event_loop_lag_seconds', 'How late timers ran since the last scrape.', ['percentile']),
    loopUtilisation: gauge(
      'event_loop_utilisation',
      'The share of time since the last scrape in which the process was busy.',
    ),
    build: gauge('build_info', 'Always 1; the label is the version.', ['version']),
  };
}

export type Series = ReturnType<typeof createSeries>;
