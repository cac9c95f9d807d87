import { capabilityNames, groundInput, isReason, savePasscodes, usualHours, validHours } from '@fairwatch/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../core/api/query.ts';
import { mount, press } from '../../core/components/mount-for-test.tsx';
import { sessionStore } from '../../core/session/session-store.ts';
import texts from './create-passcodes.texts.json' with { type: 'json' };
import { CreatePasscodesDialog } from './create-passcodes-dialog.tsx';
import { emptyEnrolment, enrolmentOf, offeredHours, validityOf } from './enrolment-draft.ts';
import { emptyDraft, groundOf, problemsOf, reviewBounds, usualReview, type GroundDraft } from './ground-draft.ts';

const pupil: GroundDraft = {
  ...emptyDraft,
  purpose: 'SCHOOL',
  legalBasis: 'PARENTAL',
  minor: true,
  guardian: ' Ines Berg ',
  reviewOn: usualReview(),
};

describe('the draft of a ground', () => {
  it.each<[string, Partial<GroundDraft>, string[]]>([
    ['nothing', emptyDraft, ['purpose']],
    ['another purpose without words', { purpose: 'OTHER', purposeText: ' ' }, ['purposeText']],
    ['a minor without a guardian and a review', { minor: true, guardian: '', reviewOn: '' }, ['guardian', 'reviewOn']],
    ['parental responsibility for an adult', { minor: false, guardian: '' }, ['legalBasis']],
    ['a review today', { reviewOn: new Date().toISOString().slice(0, 10) }, ['reviewOn']],
    ['all that is needed', {}, []],
  ])('is validated: %s', (_, change, expected) => {
    expect(problemsOf({ ...pupil, ...change })).toEqual(expected);
  });

  it('matches the contract', () => {
    const { last } = reviewBounds();
    for (const draft of [
      pupil,
      { ...emptyDraft, purpose: 'OTHER', purposeText: 'A loan' } as const,
      { ...pupil, reviewOn: last },
    ]) {
      expect(groundInput.safeParse(groundOf(draft)).error).toBeUndefined();
    }
    expect(groundOf(pupil).guardian).toBe('Ines Berg');
    expect(groundOf({ ...pupil, minor: false, legalBasis: 'CONSENT' }).guardian).toBeNull();
  });
});

it('each kind has a proposed reason that says something', () => {
  for (const name of capabilityNames) expect(isReason(texts.asked.proposal[name]), name).toBe(true);
});

describe('the draft of what a device joins', () => {
  it('matches the contract', () => {
    expect(offeredHours.filter((hours) => !validHours.safeParse(hours).success)).toEqual([]);
    for (const isGuarded of [false, true]) expect(offeredHours).toContain(usualHours({ isGuarded }));
    expect(enrolmentOf(emptyEnrolment)).toEqual({ groupId: null, adminId: null });
    expect(enrolmentOf({ groupId: '3', adminId: '', hours: '720', language: 'ar' })).toEqual({
      groupId: 3,
      adminId: null,
      language: 'ar',
      validHours: 720,
    });
  });

  it('counts whole days above one', () => {
    expect([1, 24, 72, 30].map(validityOf)).toEqual([
      { unit: 'hours', count: 1 },
      { unit: 'hours', count: 24 },
      { unit: 'days', count: 3 },
      { unit: 'hours', count: 30 },
    ]);
  });
});

const access = (featurePermission: 'LOCATION' | 'CONTACTS') =>
  ({ id: 1, featurePermission, featureAccess: 'FULL_ACCESS' }) as const;

describe('the dialog for new passcodes', () => {
  const sent: unknown[] = [];
  const close = vi.fn<() => void>();
  let box: HTMLElement;

  beforeEach(() => {
    sent.length = 0;
    close.mockClear();
    vi.stubGlobal('fetch', async (url: string, request?: RequestInit) => {
      if (url.endsWith(savePasscodes.path)) sent.push(JSON.parse(String(request?.body)));
      return Response.json({ securityStatus: 'PLAINTEXT', data: [], meta: { has_error: false, message: [] } });
    });
    ({ box } = mount(
      <QueryClientProvider client={queryClient}>
        <CreatePasscodesDialog single={false} close={close} />
      </QueryClientProvider>,
    ));
  });
  afterEach(() => {
    act(() => sessionStore.logout());
    vi.unstubAllGlobals();
  });

  const field = (name: string) => box.querySelector<HTMLInputElement>(`[name=${name}]`);
  async function fill(name: string, text: string): Promise<void> {
    const input = field(name);
    await act(async () => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
      input?.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    });
  }

  it('sends nothing without a purpose, and focuses the field', async () => {
    await press(box, 'Create 1 passcode');
    expect(sent).toEqual([]);
    expect(box.textContent).toContain('Choose what the device is supervised for.');
    expect(document.activeElement).toBe(field('purpose'));
  });

  it('names one person, and nobody when several are made', async () => {
    await fill('purpose', 'WORK');
    await fill('name', 'Nora Berg');
    await fill('email', 'nora@example.org');
    await fill('hours', '168');
    await press(box, 'Create 1 passcode');
    const count = box.querySelector<HTMLInputElement>('input[type=number]');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(count, '2');
      count?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(field('name')).toBeNull();
    await press(box, 'Create 2 passcodes');
    await act(() => vi.waitUntil(() => sent.length === 2));
    expect(sent).toEqual([
      expect.objectContaining({ count: 1, name: 'Nora Berg', email: 'nora@example.org', validHours: 168 }),
      expect.objectContaining({ count: 2, name: '', email: '', validHours: 168 }),
    ]);
  });

  it('puts the legal basis back that a tick for a minor has changed', async () => {
    await fill('legalBasis', 'LEGITIMATE_INTEREST');
    await act(async () => field('minor')?.click());
    expect(box.textContent).toContain('instead of “Legitimate interest”');
    await act(async () => field('minor')?.click());
    expect(field('legalBasis')?.value).toBe('LEGITIMATE_INTEREST');
    expect(box.textContent).not.toContain('The legal basis is now');
  });

  it('asks for kinds that the admin may use, each with a proposed reason that they can change and not leave out', async () => {
    act(() =>
      sessionStore.setProfile({ adminRole: 'ADMIN', featureAccessDTOs: [access('LOCATION'), access('CONTACTS')] }),
    );
    await fill('purpose', 'WORK');
    expect([...box.querySelectorAll('[name^=ask-]')].map((each) => each.getAttribute('name'))).toEqual([
      'ask-CONTACTS',
      'ask-LOCATION',
    ]);
    await act(async () => field('ask-LOCATION')?.click());
    await act(async () => field('ask-CONTACTS')?.click());
    await act(async () => field('ask-CONTACTS')?.click());
    expect(field('reason-CONTACTS')).toBeNull();
    expect(isReason(field('reason-LOCATION')?.value ?? '')).toBe(true);
    await fill('reason-LOCATION', '');
    await press(box, 'Create 1 passcode');
    expect(sent).toEqual([]);
    expect(box.textContent).toContain('Say why in a few words. The person reads this.');
    expect(document.activeElement).toBe(field('reason-LOCATION'));
    await fill('reason-LOCATION', 'To find you on the trip');
    await press(box, 'Create 1 passcode');
    await act(() => vi.waitUntil(() => sent.length === 1));
    expect(sent).toMatchObject([{ asked: [{ capability: 'LOCATION', reason: 'To find you on the trip' }] }]);
  });

  it('is valid for two weeks where a guardian signs by link, unless the admin chooses', async () => {
    await fill('purpose', 'SCHOOL');
    expect(field('hours')?.value).toBe('24');
    await act(async () => field('minor')?.click());
    await fill('guardian', 'Ines Berg');
    expect(box.textContent).toContain('usually valid for 14 days');
    await fill('guardianEmail', 'ines@example.org');
    expect(field('hours')?.value).toBe('336');
    expect(box.textContent).toMatch(/Until \S+.*\d/);
    await fill('hours', '72');
    await fill('guardianEmail', 'ines.berg@example.org');
    expect(field('hours')?.value).toBe('72');
    await press(box, 'Create 1 passcode');
    await act(() => vi.waitUntil(() => sent.length === 1));
    expect(sent).toMatchObject([{ guardianEmail: 'ines.berg@example.org', validHours: 72 }]);
  });

  it('requires a guardian and a review for a minor only', async () => {
    expect(field('guardian')).toBeNull();
    await fill('purpose', 'SCHOOL');
    await act(async () => field('minor')?.click());
    expect(field('legalBasis')?.value).toBe('PARENTAL');
    expect(box.textContent).toContain('The legal basis is now “Parental responsibility” instead of “Consent”');
    expect(field('reviewOn')?.value).toBe(usualReview());
    await press(box, 'Create 1 passcode');
    expect(sent).toEqual([]);
    expect(box.textContent).toContain('Name the parent or guardian.');
    await fill('guardian', 'Ines Berg');
    await press(box, 'Create 1 passcode');
    await act(() => vi.waitUntil(() => close.mock.calls.length > 0));
    expect(sent).toEqual([
      {
        count: 1,
        ground: {
          purpose: 'SCHOOL',
          purposeText: '',
          legalBasis: 'PARENTAL',
          guardian: 'Ines Berg',
          reviewOn: usualReview(),
        },
        asked: [],
        name: '',
        email: '',
        guardianEmail: '',
        groupId: null,
        adminId: null,
      },
    ]);
  });
});
