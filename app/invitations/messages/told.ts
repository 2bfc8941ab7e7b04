import type { OccasionFields } from '#app/invitations/occasions/occasion.server.ts'
import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import type { Language } from '#app/kit/languages.ts'
import type { MessageKind } from './message.ts'

/** An occasion in a message. */
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
  /** The time and place that this guest knew before; null if unchanged. */
  was: OccasionFields | null
}

/** The whole content of a message to one guest, by any way. */
export type ToldMessage = {
  kind: MessageKind
  name: string
  hosts: string
  title: string
  /** The message's topic, within a sentence and in the guest's language: 'the burial of Mama Agnes'. */
  what: string
  /** True for a reminder to a guest who has not answered. */
  silent: boolean
  occasions: OccasionTold[]
  words: string
  language: Language
  /** The address of the guest's own page. */
  url: string
}
