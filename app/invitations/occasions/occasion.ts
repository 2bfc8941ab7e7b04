import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// The facts of gatherings and occasions for both sides: kinds, limits, the end of an occasion, and words.

export const occasionKinds = [
  'fundraising',
  'ruracio',
  'wedding',
  'burial',
  'memorial',
  'graduation',
  'church',
  'chama',
  'school',
  'other',
] as const
export type OccasionKind = (typeof occasionKinds)[number]
export const occasionKindWords: Record<OccasionKind, Words> = {
  fundraising: msg`Fundraising night`,
  ruracio: msg`Ruracio`,
  wedding: msg`Wedding`,
  burial: msg`Burial`,
  memorial: msg`Memorial`,
  graduation: msg`Graduation`,
  church: msg`Church day`,
  chama: msg`Chama meeting`,
  school: msg`School event`,
  other: msg`Other occasion`,
}
/** True where people mourn: no bright words and no exclamation marks there. */
export const isSad = (kind: OccasionKind): boolean => kind === 'burial' || kind === 'memorial'

export const styles = ['solemn', 'celebration', 'church', 'school', 'corporate'] as const
export type Style = (typeof styles)[number]

export const styleWords: Record<Style, { name: Words; look: Words }> = {
  solemn: { name: msg`Solemn`, look: msg`Quiet greys, for burials and memorials` },
  celebration: { name: msg`Celebration`, look: msg`Your own cloth and warm colours` },
  church: { name: msg`Church`, look: msg`An arch in gold and navy` },
  school: { name: msg`School`, look: msg`Bottle green with a ribbon` },
  corporate: { name: msg`Committee`, look: msg`Plain and clear, facts in a table` },
}

/** A small sign at the head of a church's card. */
export const signs = ['none', 'cross', 'crescent'] as const
export type Sign = (typeof signs)[number]
export const signWords: Record<Sign, Words> = {
  none: msg({ message: 'None', comment: 'No small sign at the head of a card' }),
  cross: msg`Cross`,
  crescent: msg`Crescent`,
}

/** The open link's treatment of a person who is not on the list yet: come in, ask the host first, or nothing. */
export const newcomers = ['come', 'ask', 'none'] as const
export type Newcomers = (typeof newcomers)[number]

/** Returns the style that suits a gathering's first occasion. */
export const styleFor = (kind: OccasionKind): Style => {
  if (isSad(kind)) return 'solemn'
  if (kind === 'church') return 'church'
  if (kind === 'school' || kind === 'graduation') return 'school'
  return kind === 'chama' ? 'corporate' : 'celebration'
}

/** Reads the number of an occasion in an address; invalid numbers become 0, which no occasion has. */
export const noIn = (text: string | null | undefined): number =>
  /^([1-9]|1\d|20)$/.test(text ?? '') ? Number(text) : 0

export const occasionMost = {
  title: 100,
  hosts: 120,
  opening: 80,
  words: 600,
  name: 80,
  place: 160,
  travel: 500,
  dress: 120,
  programme: 2000,
  why: 500,
  occasions: 20,
  openGatherings: 50,
  gatheringsADay: 5,
  capacity: 100_000,
  party: 20,
  plusOnes: 5,
  days: 14,
  /** Guests are mailed after so many minutes without a further change. */
  quietMinutes: 10,
}

/** Returns the name of an occasion that is named after its invitation's title. */
export const occasionNameOf = (title: string): string => title.slice(0, occasionMost.name).trim()

export const occasionTexts = {
  made: { title: msg`Invitation saved` },
  another: {
    title: msg`Not saved: this form was used for another invitation`,
    why: msg`If this is one more invitation, press again. If it is the same invitation, open it on your dashboard and change it there.`,
  },
  driveHad: {
    title: msg`This fund drive has an invitation already.`,
    text: msg`What you typed now is not in it. You can change it here.`,
    tone: 'bad',
  },
  notMade: { title: msg`The invitation could not be saved. Please try again.`, tone: 'bad' },
  phoneShape: msg`Please enter a valid phone number, such as 0712 345 678.`,
  saved: { title: msg`Occasion saved` },
  changed: {
    title: msg`Occasion saved`,
    text: msg`Your guests are told ten minutes after your last change.`,
  },
  notSaved: { title: msg`The occasion could not be saved. Please try again.`, tone: 'bad' },
  moved: {
    title: msg`Occasion saved`,
    text: msg`The clocks skip the time that you chose, so it was moved to the next one that there is. Please look at it again.`,
  },
  cancelled: { title: msg`Occasion cancelled` },
  notCancelled: { title: msg`The occasion could not be cancelled. Please try again.`, tone: 'bad' },
  cardSaved: { title: msg`Invitation saved` },
  settingsSaved: { title: msg`Settings saved` },
  deleted: { title: msg`Invitation deleted` },
  notDeleted: { title: msg`The invitation could not be deleted. Please try again.`, tone: 'bad' },
  sureMissing: msg`Please tick this box first.`,
  stale: {
    title: msg`Changed in another window meanwhile.`,
    text: msg`Nothing was saved. Please load the page again and look at what changed.`,
    tone: 'bad',
  },
  missing: msg`This invitation is no longer there.`,
  occasionMissing: msg`This occasion is no longer there.`,
  alreadyCancelled: msg`This occasion was cancelled already.`,
  overAlready: msg`This occasion is over.`,
  unconfirmed: msg`Please confirm your email address first.`,
  manyOpen: msg`You have 50 open invitations. Please close one first.`,
  manyToday: msg`You have made five invitations today. Please come back tomorrow.`,
  manyOccasions: msg`An invitation has at most 20 occasions.`,
  driveHasOne: msg`This fund drive has an invitation already.`,
  driveMissing: msg`Please choose one of your fund drives.`,
  used: msg`Guests know of this invitation already. Close it instead, or cancel its occasions.`,
  titleMissing: msg`Please enter a title.`,
  titleLong: msg`Please use at most 100 characters.`,
  hostsMissing: msg`Please say who invites.`,
  hostsLong: msg`Please use at most 120 characters.`,
  openingLong: msg`Please use at most 80 characters.`,
  wordsLong: msg`Please use at most 600 characters.`,
  nameMissing: msg`Please enter a name for the occasion.`,
  nameLong: msg`Please use at most 80 characters.`,
  kindMissing: msg`Please choose one of the kinds.`,
  zoneUnknown: msg`Please enter a time zone such as Africa/Nairobi.`,
  startMissing: msg`Please enter the day and the time when it begins.`,
  startRange: msg`Please enter a day between today and five years from now.`,
  endShape: msg`Please enter the day and the time when it ends, or leave both empty.`,
  endBefore: msg`The end must be later than the beginning.`,
  endFar: msg`An occasion lasts 14 days at most.`,
  placeLong: msg`Please use at most 160 characters.`,
  dressLong: msg`Please use at most 120 characters.`,
  travelLong: msg`Please use at most 500 characters.`,
  programmeLong: msg`Please use at most 2,000 characters.`,
  mapShape: msg`Please paste a link to a map that begins with https:// and that everyone can open`,
  streamShape: msg`Please paste a link that begins with https:// and that everyone can open`,
  pinShape: msg`Please enter both: a latitude between -90 and 90 and a longitude between -180 and 180.`,
  capacityRange: msg`Please enter a whole number between 1 and 100,000, or leave it empty.`,
  partyRange: msg`Please enter a whole number between 1 and 20.`,
  plusOnesRange: msg`Please enter a whole number between 0 and 5.`,
  untilShape: msg`Please enter a day and a time, or leave both empty.`,
  untilLate: msg`Answers have to end before the occasion does.`,
  whyMissing: msg`Please tell your guests why.`,
  whyLong: msg`Please use at most 500 characters.`,
} satisfies Record<string, Says | Words>
