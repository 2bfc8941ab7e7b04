import type { Answer } from '#app/kit/says.ts'
import { AnswerPart, asksAll } from './answer-part.tsx'
import { AnswerState } from './answer-state.tsx'
import { ComingPeople } from './coming-people.tsx'
import type { InvitationSeen } from './guest.server.ts'
import { Livestream } from './livestream.tsx'
import { OccasionFacts } from './occasion-facts.tsx'
import type { OccasionSeen } from './occasion-seen.server.ts'
import { isToCome } from './reply-band.tsx'

type Invited = OccasionSeen & { invitation: InvitationSeen }
type OccasionPartProps = {
  /** The address of the guest's page. */
  page: string
  occasion: Invited
  host: string
  first: Answer | undefined
  listed: boolean
  email: { known: boolean } | undefined
  now: Date
  /** The gathering is for a drive that takes gifts now. */
  canGive: boolean
}

/** One occasion on a guest's page: the facts, and the complete answer form. */
export function OccasionPart({ page, occasion, host, first, listed, email, now, canGive }: OccasionPartProps) {
  const { no, name, standing, invitation } = occasion
  return (
    <section id={isToCome(occasion) ? undefined : `o${no}`} aria-labelledby={`o${no}-name`} className="grid gap-4">
      <h2 id={`o${no}-name`} dir="auto" className="text-2xl">
        {name}
      </h2>
      {!isToCome(occasion) && <AnswerState occasion={occasion} host={host} />}
      <OccasionFacts occasion={occasion} />
      {standing !== 'cancelled' && <ComingPeople occasion={occasion} />}
      <Livestream occasion={occasion} now={now} />
      {asksAll(invitation) && <AnswerPart {...{ page, occasion, first, listed, email, canGive }} />}
    </section>
  )
}
