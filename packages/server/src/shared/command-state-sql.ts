import type { CommandState } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';

/** True for a command `c` that its person is being asked for, or was when it expired. */
export const isAskingPhase = sql<boolean>`coalesce(c.phase in ('ASKING', 'SEEN'), false)`;

/** Selects how a command `c` ended, as `commandState` of the contract tells it; its step while it is open. */
export const endState: RawBuilder<CommandState> = sql`case when c.step = 'EXPIRED' and ${isAskingPhase} then 'UNANSWERED' else c.step end`;
