import { createLog } from '../log.ts';
import { describeBus, type SuiteEvents } from './bus-suite.ts';
import { createInProcessBus } from './in-process-bus.ts';

describeBus('within one process', async () => [createInProcessBus<SuiteEvents>(createLog('silent' as 'error'))]);
