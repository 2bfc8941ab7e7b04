import type { InvitationSeen } from './guest.server.ts'
import type { InvitationState, Reply } from './invitation.ts'

const replyOf: Partial<Record<InvitationState, Reply>> = { yes: 'yes', asked: 'yes', waiting: 'yes', offered: 'yes' }

/** Returns the initial values of answer forms: the previous answer, or as many people as there are seats. */
export const beforeOf = ({ state, adults, children, most, seats, wish }: InvitationSeen) => ({
  reply: replyOf[state] ?? (state === 'maybe' || state === 'no' ? state : undefined),
  adults: adults ?? Math.min(seats, most),
  children: children ?? 0,
  wish,
})
