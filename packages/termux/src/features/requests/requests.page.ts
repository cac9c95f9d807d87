import { capabilityWords } from '@fairwatch/contract';
import type { ConsentQuestion, DoneRequest, PendingRequest } from '@fairwatch/device/core';
import {
  allowText,
  doneText,
  expiryText,
  followingText,
  momentText,
  questionTitle,
  reasonText,
  requestTitle,
  requestWords,
} from '@fairwatch/device/words';
import type { Person } from '../../core/person/person.ts';
import { action, dim, gap, heading, quote, text, type Block, type Page } from '../../core/screen/view.ts';

const overText = requestWords('over');

/** The open requests, each with its own page, and those answered since the program was started. */
export function createRequestsPage(person: Person): Page {
  const { device, screen, now } = person;
  return {
    view() {
      const { requests, questions, done } = device.live.get();
      return {
        title: requestWords('title'),
        blocks: [
          ...(requests.length + questions.length === 0 ? [text(requestWords('none'))] : []),
          ...requests.map((request) =>
            action(requestTitle(request), () => screen.open(createRequestPage(person, request)), {
              key: `request ${request.commandId}`,
              hints: [expiryText(request.expiresAt)],
              style: 'accent',
            }),
          ),
          ...questions.map((question) =>
            action(questionTitle(question), () => screen.open(createQuestionPage(person, question)), {
              key: `question ${question.requestId}`,
              style: 'accent',
            }),
          ),
          ...doneBlocks(done, now().getTime()),
        ],
      };
    },
  };
}

function doneBlocks(done: readonly DoneRequest[], now: number): Block[] {
  if (done.length === 0) return [];
  return [
    heading(requestWords('done')),
    ...done.flatMap((entry) => [
      text(doneText(entry)),
      dim(reasonText(entry.reason)),
      dim(momentText(entry.at, now)),
      gap,
    ]),
  ];
}

/** One request. Its answers belong to it alone: a request that comes meanwhile does not change what a key does here. */
function createRequestPage({ device, screen }: Person, request: PendingRequest): Page {
  const answer = (give: () => void) => () => {
    give();
    screen.close(page);
  };
  request.seen();
  const page: Page = {
    view() {
      const following = followingText(request);
      const isOpen = device.live.get().requests.some(({ commandId }) => commandId === request.commandId);
      if (!isOpen) return { title: requestTitle(request), blocks: [text(overText)] };
      return {
        title: requestTitle(request),
        blocks: [
          text(requestTitle(request)),
          ...reasonBlocks(request.reason),
          ...(following === null ? [] : [text(following)]),
          dim(expiryText(request.expiresAt)),
          action(requestWords('decline'), answer(request.decline)),
          action(allowText(request.minutes), answer(request.accept)),
        ],
      };
    },
  };
  return page;
}

/** The question of an admin whether the person shares something from now on. */
function createQuestionPage({ device, screen }: Person, question: ConsentQuestion): Page {
  question.seen();
  /** Without a connection the answer is sent later, so the page does not wait for it. */
  const answer = (give: () => Promise<unknown>) => () => {
    const given = give();
    screen.close(page);
    return given;
  };
  const page: Page = {
    view() {
      const isOpen = device.live.get().questions.some(({ requestId }) => requestId === question.requestId);
      if (!isOpen) return { title: questionTitle(question), blocks: [text(overText)] };
      return {
        title: questionTitle(question),
        blocks: [
          text(questionTitle(question)),
          text(capabilityWords(device.live.get().ground)[question.capability].shares),
          ...reasonBlocks(question.reason),
          action(requestWords('doNotShare'), answer(question.decline)),
          action(requestWords('share'), answer(question.accept)),
        ],
      };
    },
  };
  return page;
}

/** Why an admin asks. Their words stand apart from those of the program. */
function reasonBlocks(reason: string | null): Block[] {
  return reason === null ? [dim(reasonText(null))] : [dim('Reason:'), quote(reason)];
}
