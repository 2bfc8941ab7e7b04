import type { OccasionFields } from '#app/invitations/occasions/occasion.server.ts'
import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import type { Language } from '#app/kit/languages.ts'
import type { MessageKind } from './message.ts'

/** An occasion as a message tells of it. */
export type OccasionTold = {
  id: string
  kind: OccasionKind
  name: string
  zone: string
  startsAt: Date
  place: string
  landmark: string
  cancelledWhy: string | null
  offerUntil: Date | null
  /** What this guest knew of time and place before; null where that is the same. */
  was: OccasionFields | null
}

/** All that a message says to one guest, by whichever way. */
export type ToldMessage = {
  kind: MessageKind
  name: string
  hosts: string
  title: string
  /** What it is about, inside of a sentence and in the guest's language: 'the burial of Mama Agnes'. */
  what: string
  /** A reminder to somebody who has not answered. */
  silent: boolean
  occasions: OccasionTold[]
  words: string
  language: Language
  /** The guest's own page. */
  url: string
}
