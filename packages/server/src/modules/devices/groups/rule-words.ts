import { capabilities, type GroupRule } from '@fairwatch/contract';

/** Returns the conditions of a rule in words, for the log. */
export function ruleWords(rule: GroupRule): string {
  const { appVersionIs, appVersionBelow, osName, emailDomain, joinedSince, status, shares } = rule;
  return [
    ...(osName === undefined ? [] : [`the system contains '${osName}'`]),
    ...(appVersionIs === undefined ? [] : [`the app has version ${appVersionIs}`]),
    ...(appVersionBelow === undefined ? [] : [`the app is older than ${appVersionBelow}`]),
    ...(emailDomain === undefined ? [] : [`the email ends with '${emailDomain}'`]),
    ...(joinedSince === undefined ? [] : [`joined since ${joinedSince}`]),
    ...(status === undefined ? [] : [`is ${status}`]),
    ...(shares === undefined ? [] : [`shares ${shares.map((kind) => capabilities[kind].title).join(', ')}`]),
  ].join(', ');
}
