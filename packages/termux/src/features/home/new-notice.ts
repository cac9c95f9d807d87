import { capabilityNames, noticeText, noticeVersion } from '@fairwatch/contract';
import { wantedCapabilities } from '@fairwatch/device/core';
import { liveViewWords, noticeTitle } from '@fairwatch/device/words';
import type { Person } from '../../core/person/person.ts';
import { action, prose, text, type Block, type Page } from '../../core/screen/view.ts';

/** Says that the notice has changed since the person agreed to it, and leads to it. */
export function newNoticeBlocks(person: Person): Block[] {
  const { readNotice } = person.device.live.get();
  if (readNotice === 0 || readNotice >= noticeVersion) return [];
  return [
    text(liveViewWords('notice.changed'), 'warn'),
    action(liveViewWords('notice.read'), () => person.screen.open(createNoticePage(person)), {
      key: 'new-notice',
      style: 'accent',
    }),
  ];
}

/** The notice in full, with a way to agree to it at its end. What is shared stays the same. */
function createNoticePage({ device, screen }: Person): Page {
  const { client, live, saved } = device;
  const page: Page = {
    view: () => ({
      title: noticeTitle(noticeVersion),
      blocks: [
        prose(noticeText(live.get().ground, saved.language, live.get().usedKinds)),
        action(liveViewWords('notice.agree'), () => {
          const { grants, pendingDecisions } = live.get();
          const wanted = wantedCapabilities(pendingDecisions) ?? grants.capabilities;
          const agreed = client.changeGrants(capabilityNames.filter((name) => wanted.includes(name)));
          screen.close(page);
          return agreed;
        }),
      ],
    }),
  };
  return page;
}
