import { openBrowserSocket } from '@fairwatch/device/core';
import { coreScenarios, stayConnectedInSilence, type ScenarioSetup } from '@fairwatch/device/core-scenarios';

/** The input of the page. */
interface Given {
  cutAll: ScenarioSetup['line']['cutAll'];
  cutAfter: ScenarioSetup['line']['cutAfter'];
  cutAnswerAfter: ScenarioSetup['line']['cutAnswerAfter'];
  countCuts: ScenarioSetup['line']['countCuts'];
}

/** The scenarios that the page offers. Each resolves with its error, null when it passed. */
export interface DeviceCorePage {
  runScenario(name: string, adminToken: string): Promise<string | null>;
  staySilent(adminToken: string): Promise<string | null>;
}

const { cutAll, cutAfter, cutAnswerAfter, countCuts } = window as unknown as Given;
const setup = (adminToken: string): ScenarioSetup => ({
  serverUrl: location.origin,
  adminToken,
  openSocket: openBrowserSocket,
  line: { cutAll, cutAfter, cutAnswerAfter, countCuts },
});

const problemOf = (running: Promise<void> | undefined) =>
  (running ?? Promise.reject(new Error('There is no such scenario.'))).then(
    () => null,
    (error: unknown) => String(error),
  );

const page: DeviceCorePage = {
  runScenario: (name, adminToken) => problemOf(coreScenarios[name]?.(setup(adminToken))),
  staySilent: (adminToken) => problemOf(stayConnectedInSilence(setup(adminToken))),
};
Object.assign(window, page);
