import { capabilities, capabilityRefusal, capabilityWords, type Capability } from '@fairwatch/contract';
import { changedList, wantedCapabilities } from '@fairwatch/device/core';
import { keptText, lastAskedText, problemText, sharingWords, whenSharedText } from '@fairwatch/device/words';
import { askPlace, isPlaceCapability, placeText } from '../../core/person/ask-choices.ts';
import type { Person } from '../../core/person/person.ts';
import { action, dim, heading, strong, text, type Action, type Block, type Page } from '../../core/screen/view.ts';
import { pageText } from '../../core/texts/pages.texts.ts';

const switchMark = (isOn: boolean) => (isOn ? '[x]' : '[ ]');

/** The page with a switch for each capability, and what the person named for it. */
export function createSharingPage(person: Person): Page {
  const { device, screen } = person;
  const { client, live, offers } = device;
  const problems = new Map<Capability, string>();
  const askedHint = (name: Capability) =>
    [lastAskedText(name, { ...live.get(), atJoining: device.saved.asked }) ?? []].flat();
  const isOn = (name: Capability) => live.get().grants.capabilities.includes(name);
  const wanted = () => wantedCapabilities(live.get().pendingDecisions) ?? live.get().grants.capabilities;
  const isWaiting = (name: Capability) => wanted().includes(name) && !isOn(name);
  // A shared capability stays listed, so that it can be switched off even if this phone no longer supports it.
  const isPossible = (name: Capability) => capabilityRefusal(offers, name) === null || isOn(name);

  async function askAndKeep(name: Capability): Promise<boolean> {
    if (!isPlaceCapability(name)) return true;
    const changes = await askPlace(screen, name, live.get().choices, person);
    if (changes) await device.changeChoices(changes);
    return changes !== null;
  }

  /** What shares only what the person names is switched on after they have named it. */
  async function change(name: Capability): Promise<void> {
    const on = !(isOn(name) || isWaiting(name));
    problems.delete(name);
    if (on && !(await askAndKeep(name))) return;
    // Without a connection the server confirms it later, so the page does not wait for it.
    client.changeGrants(changedList(wanted(), name, on)).catch((error: unknown) => {
      problems.set(name, problemText(error));
      screen.refresh();
    });
  }

  function capabilityBlocks(name: Capability): Block[] {
    const { title, shares } = capabilityWords(live.get().ground)[name];
    const kept = keptText(live.get().supervision?.keptDays[name]);
    const problem = problems.get(name);
    return [
      action(title, () => change(name), {
        key: name,
        mark: switchMark(isOn(name)),
        hints: [
          ...askedHint(name),
          shares,
          `${whenSharedText('TERMUX', name)} ${kept}`.trim(),
          ...(isWaiting(name) ? [sharingWords('waiting')] : []),
          ...(problem === undefined ? [] : [problem]),
        ],
        style: isOn(name) ? 'good' : 'plain',
      }),
      ...(isOn(name) ? detailActions(name) : []),
    ];
  }

  function detailActions(name: Capability): Action[] {
    const { choices } = live.get();
    if (isPlaceCapability(name)) {
      return [action(placeText(name, choices, person.homeFolder), () => askAndKeep(name), { key: `place ${name}` })];
    }
    if (name !== 'LOCATION') return [];
    const always = choices.answerLocation === 'ALWAYS';
    return [
      action(
        sharingWords('answerWhileRunning'),
        () => device.changeChoices({ answerLocation: always ? 'ASK' : 'ALWAYS' }),
        { key: 'answer location', mark: switchMark(always), hints: [sharingWords('askedEachTime')] },
      ),
    ];
  }

  function impossibleBlocks(): Block[] {
    const impossible = live.get().usedKinds.filter((name) => !isPossible(name));
    if (impossible.length === 0) return [];
    return [
      heading(sharingWords('impossible')),
      ...impossible.flatMap((name) =>
        [strong(capabilities[name].title)].concat(askedHint(name).map(dim), dim(capabilityRefusal(offers, name) ?? '')),
      ),
    ];
  }

  return {
    view() {
      const { grants, choices, usedKinds } = live.get();
      return {
        title: sharingWords('title'),
        blocks: [
          text(grants.paused ? sharingWords('paused') : sharingWords('intro'), grants.paused ? 'warn' : 'plain'),
          ...usedKinds.filter(isPossible).flatMap(capabilityBlocks),
          ...impossibleBlocks(),
          heading(pageText('wakeLock.title')),
          action(pageText('wakeLock.label'), () => device.changeChoices({ wakeLock: !choices.wakeLock }), {
            key: 'wake lock',
            mark: switchMark(choices.wakeLock),
            hints: [pageText('wakeLock.meaning')],
          }),
        ],
      };
    },
  };
}
