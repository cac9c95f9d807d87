import { createZone, proposedZones } from '@fairwatch/contract';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useCan } from '../../../core/components/can.tsx';
import type { RawSearch } from '../../../core/components/filters/list-search.ts';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { readNewZone, type NewZone } from '../../../shared/zone-layers/new-zone.ts';
import { proposedZone, withoutProposal } from '../first-proposals.ts';

/** A new zone that the address asks for. */
export interface LinkedZone {
  zone: NewZone;
  /** True when the preset proposes it; then an alert about it is proposed too. */
  isProposed: boolean;
}

/**
 * Opens the form of a new zone that the address asks for, once; the address forgets it then. The search names a zone that the preset proposes; what
 * tells where somebody was stands in the fragment.
 */
export function useLinkedZone(open: (linked: LinkedZone) => void): void {
  const { t } = useTranslation('zones');
  const { raw } = useUrlSearch();
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const mayCreate = useCan(createZone);
  const proposed = proposedZone(raw);
  const latest = useRef({ open, t });
  useEffect(() => {
    latest.current = { open, t };
  });
  useEffect(() => {
    const linked = readNewZone(hash);
    if (!mayCreate || (linked === null && proposed === null)) return;
    const { open: openForm, t: words } = latest.current;
    if (linked !== null) openForm({ zone: linked, isProposed: false });
    else if (proposed !== null) {
      const { radius } = proposedZones[proposed];
      openForm({ zone: { name: words(`first.name.${proposed}`), radius }, isProposed: true });
    }
    const search = (before: RawSearch) => ({ ...before, ...withoutProposal });
    void navigate({ to: '.', search, hash: '', replace: true });
  }, [hash, proposed, mayCreate, navigate]);
}
